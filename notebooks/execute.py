"""Runs notebooks from top to bottom, and fails if a cell fails.

    execute.py [--html FOLDER] [--store] NOTEBOOK...

With --store, writes the outputs of its cells into each notebook, so that it can be read where it is not run. With
--html, also writes each notebook as a page with the output of its cells, without the code. The page is self-contained.
"""

import argparse
from html import escape
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ max-width: 54rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; overflow-wrap: break-word; }}
h1, h2 {{ line-height: 1.2; }}
figure {{ margin: 1.5rem 0; }}
figcaption {{ font-style: italic; }}
table {{ display: block; overflow-x: auto; border-collapse: collapse; font: 0.75rem/1.4 sans-serif; }}
th, td {{ white-space: nowrap; padding: 0.15rem 0.5rem; border-bottom: 1px solid #ccc; }}
</style>
{body}
</html>
"""

arguments = argparse.ArgumentParser()
arguments.add_argument("--html", type=Path)
arguments.add_argument("--store", action="store_true")
arguments.add_argument("notebooks", nargs="+", type=Path)
arguments = arguments.parse_args()

for path in arguments.notebooks:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    print(f"{path}: {cells} cells executed")
    if arguments.store:
        for cell in notebook.cells:
            # The times at which it ran change with every run, and progress that is over leaves an empty output.
            cell.metadata.pop("execution", None)
            if cell.cell_type == "code":
                cell.outputs = [output for output in cell.outputs if output.get("data") != {"text/plain": ""}]
        nbformat.write(notebook, path)
    if arguments.html:
        exporter = HTMLExporter(
            template_name="basic", exclude_input=True, exclude_output_prompt=True, exclude_anchor_links=True
        )
        body, _ = exporter.from_notebook_node(notebook)
        page = arguments.html / f"{path.stem}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        title = notebook.metadata.get("title", path.stem)
        page.write_text(PAGE.format(title=escape(title), body=body), encoding="utf-8")
        print(f"written: {page}")
