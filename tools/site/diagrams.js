/**
 * Draws the diagrams of a page, in a browser: each block of Mermaid, in the colours that hold. The library is loaded when
 * the first diagram is there, from the site's own files; without it, or without scripts, the source stays to be read.
 */
const drawn = new WeakMap();
let count = 0;

const colours = {
  light: { background: "#ffffff", primaryColor: "#e8ebfa", text: "#1b1b1f", line: "#47474f" },
  dark: { background: "#1b1b1f", primaryColor: "#2a2f4a", text: "#f1f1f5", line: "#c3c3cc" },
};

function settings(scheme) {
  const { background, primaryColor, text, line } = colours[scheme];
  return {
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    theme: "base",
    themeVariables: {
      darkMode: scheme === "dark",
      background,
      primaryColor,
      primaryTextColor: text,
      primaryBorderColor: line,
      lineColor: line,
      textColor: text,
      edgeLabelBackground: background,
      transitionLabelColor: text,
      fontSize: "14px",
    },
  };
}

/** What the diagram shows: the heading above it. */
function nameOf(block) {
  for (let at = block; at !== null; at = at.previousElementSibling)
    if (/^H[1-6]$/.test(at.tagName)) return at.textContent.replaceAll("\u200b", "").replace(/#\s*$/, "").trim();
  return "Diagram";
}

async function draw(block, scheme, address) {
  const { default: mermaid } = await import(/* @vite-ignore */ address);
  mermaid.initialize(settings(scheme));
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, block.querySelector("code").textContent);
  if (drawn.get(block) !== scheme) return; // other colours were asked for meanwhile
  const figure = document.createElement("figure");
  figure.className = "diagram";
  figure.tabIndex = 0;
  figure.setAttribute("role", "img");
  figure.setAttribute("aria-label", `State machine: ${nameOf(block)}; the table below says the same`);
  figure.innerHTML = svg;
  figure.querySelector("svg").setAttribute("aria-hidden", "true");
  block.querySelector(".diagram")?.remove();
  block.append(figure);
  block.classList.add("is-drawn");
}

let queue = Promise.resolve();

/** Draws what is not drawn yet, or in other colours. `address` is where the library lies. */
export function drawDiagrams(address) {
  const scheme = document.documentElement.classList.contains("dark") ? "dark" : "light";
  for (const block of document.querySelectorAll("div.language-mermaid")) {
    if (drawn.get(block) === scheme) continue;
    drawn.set(block, scheme);
    // One after the other: the library keeps its settings for all.
    queue = queue.then(() => draw(block, scheme, address)).catch((error) => console.error(error));
  }
}
