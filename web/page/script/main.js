// The page as a whole.

/** Leads to a place on the page. The address stays, because it keeps the game. */
function goTo(event) {
  event.preventDefault();
  const place = byId(event.currentTarget.hash.slice(1));
  place.scrollIntoView();
  (place.querySelector("[tabindex='0']") ?? place).focus({ preventScroll: true });
}

async function start() {
  if (!("DecompressionStream" in window)) throw new Error("this browser is too old; use one from 2023 or later");
  await startEngine();
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
  for (const link of document.querySelectorAll("a[href^='#']")) link.addEventListener("click", goTo);
  byId("loading").hidden = true;
  byId("page").hidden = false;
  openAddress();
  addEventListener("hashchange", openAddress);
  addEventListener("popstate", openAddress);
}

start().catch((error) => { byId("loading").textContent = `The page cannot start: ${error.message}.`; });
