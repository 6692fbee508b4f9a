// The page as a whole.

async function start() {
  if (!("DecompressionStream" in window)) throw new Error("this browser is too old; use one from 2024 or later");
  await startEngine();
  makeLink();
  makeChoice();
  makePlay();
  makeJudge();
  makeSetup();
  makeRecord();
  makeMeasure();
  makeFortress();
  if (given?.report) {
    byId("report-link").href = given.report;
    byId("report-link").textContent = `The report of ${given.name}`;
    byId("report-part").hidden = false;
  }
  makeLinks();
  byId("loading").hidden = true;
  byId("page").hidden = false;
  openAddress();
  addEventListener("hashchange", openAddress);
  addEventListener("popstate", openAddress);
}

start().catch((error) => { byId("loading").textContent = `The page cannot start: ${error.message}.`; });
