// Makes the tokens of the page choosable, and shows what is known of the chosen one.
// Every text in the data is markup that the page's maker has escaped, so it is inserted as it is.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const text = document.getElementById("text"), detail = document.getElementById("detail");
  const spans = [...text.querySelectorAll(".t")];
  const by = document.getElementById("by"), plot = document.querySelector("#plot svg");
  if (!spans.length) return;
  let now = -1;

  const say = (number) => data.texts[number];
  const percent = (p) => {
    const c = 100 * p;
    if (c === 0 || c === 100) return c + " %";
    if (c < 0.01 || c > 99.99) return c < 1 ? "< 0.01 %" : "> 99.99 %";
    return c.toFixed(c >= 1 && c < 99.9 ? 1 : 2) + " %";
  };
  const count = (n) => n.toLocaleString("en");

  // ---- colours and the plot ----

  const most = data.tokens.reduce((best, t) => Math.max(best, t.h[0]), 1e-9);
  const height = {  // of a bar, from 0 to 1
    model: (t) => t.p[0],
    final: (t) => t.p[3],
    removed: (t) => t.r,
    entropy: (t) => t.h[0] / most,
    allowed: (t) => Math.log2(1 + t.n) / Math.log2(1 + data.width),
    forced: (t) => (t.k === "forced" || t.n === 1 ? 1 : 0),
  };
  const scale = {
    model: "0 to 100 %", final: "0 to 100 %", removed: "0 to 100 %",
    allowed: "1 to " + count(data.width) + ", logarithmic", forced: "high: forced, or one token allowed",
    entropy: "0 to " + most.toFixed(1) + " bits",
  };

  function colour() {
    const name = by.value, levels = data.levels[name];
    spans.forEach((span, i) => { span.className = span.className.replace(/\bq\d/, "q" + levels[i]); });
    document.getElementById("key").textContent = data.quantities[name][1];
    document.getElementById("help").textContent =
      "Underlined: forced, the model was not asked. Arrow keys walk from token to token.";
    const heights = data.tokens.map(height[name]);
    const bar = (i) => `M${i} 100V${(100 - 96 * Math.min(1, Math.max(0, heights[i]))).toFixed(1)}H${i + 0.86}V100z`;
    plot.setAttribute("viewBox", `0 0 ${spans.length} 100`);
    plot.setAttribute("aria-label", `${data.quantities[name][0]}, along the text`);
    plot.innerHTML = '<path class="bars"/><rect class="here" y="0" width="1" height="100"/><path class="now"/>';
    plot.querySelector(".bars").setAttribute("d", heights.map((_, i) => bar(i)).join(""));
    plot.nextElementSibling.textContent = `along the text, ${scale[name]}; a click chooses a token`;
    plot.bar = bar;
    place();
  }

  function place() {
    if (now < 0 || !plot.bar) return;
    plot.querySelector(".here").setAttribute("x", now);
    plot.querySelector(".now").setAttribute("d", plot.bar(now));
  }

  // ---- the chosen token ----

  const cell = (p) => `<td class="n">${percent(p)}</td>`;
  const table = (heads, rows) =>
    `<div class="wide"><table><thead><tr>${heads.map(([head, c]) => `<th scope="col" class="${c || ""}">${head}</th>`).join("")}` +
    `</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;

  function because(token) {
    const parts = [], favourite = token.f[0], best = Math.max(0, ...token.c.map((each) => each[2]));
    const many = `${count(token.n)} of ${count(data.width)} tokens`;
    if (token.k === "forced") {
      parts.push(`Forced: the constraint left no choice about this text, so the model was not asked. Left to itself, it
        would have given this token ${percent(token.p[0])}.`);
    } else {
      const what = token.k === "end" ? "The text ends here. " : "";
      parts.push(what + (token.n === 1 ? `The mask left this one token of ${count(data.width)}.`
        : data.constrained ? `The mask allowed ${many}.` : `All ${count(data.width)} tokens were allowed.`));
      parts.push(`The model gave it ${percent(token.p[0])}` + (data.constrained
        ? `; after the mask it had ${percent(token.p[2])}, after all stages ${percent(token.p[3])}.`
        : `; after all stages it had ${percent(token.p[3])}.`));
    }
    if (data.constrained) parts.push(`The mask took ${percent(token.r)} of the probability away.`);
    if (favourite && favourite[2] > best) {
      parts.push(`The model's favourite, <span class="code">${say(favourite[1])}</span> (${percent(favourite[2])}), was refused.`);
    }
    return parts.join(" ");
  }

  function why(each) {
    const [, , , , , byte, expected] = each;
    return byte ? `byte ${byte} cannot stand here: ${say(expected)}` : say(expected);
  }

  function show() {
    const token = data.tokens[now];
    const parts = [
      `<h2><span class="code">${say(token.t)}</span> <small>token ${count(now + 1)} of ${count(spans.length)}, ` +
        `id ${token.id}${token.b ? `, bytes ${token.b}` : ""}</small></h2>`,
      `<p>${because(token)}</p>`,
    ];
    if (say(token.w)) parts.push(`<p><b>Place</b> <span class="code">${say(token.w)}</span></p>`);
    if (say(token.x)) parts.push(`<p><b>Grammar</b> ${say(token.x)}</p>`);
    parts.push(`<p><b>Entropy</b> ${token.h[0].toFixed(2)} bits for the model, ${token.h[1].toFixed(2)} after all stages</p>`);
    if (token.f.length) {
      parts.push("<h3>The likeliest tokens that were refused</h3>", table(
        [["token"], ["model", "n"], ["why not"]],
        token.f.map((each) => `<tr><td class="code">${say(each[7] === undefined ? each[1] : each[7])}</td>` +
          `${cell(each[2])}<td class="why">${why(each)}</td></tr>`)));
    }
    parts.push("<h3>The likeliest tokens that were allowed</h3>", table(
      [["token"], ["model", "n"], ["after mask", "n"], ["after stages", "n"], ["", ""]],
      token.c.map((each) => {
        const came = each[0] === token.id ? ' class="came"' : "";
        return `<tr${came}><td class="code">${say(each[1])}</td>${cell(each[2])}${cell(each[3])}${cell(each[4])}` +
          `<td><span class="bar"><span data-share="${each[4]}"></span></span></td></tr>`;
      })));
    if (token.s.length) {
      const moved = (m) => (m === null ? "–" : (m > 0 ? "+" : "") + m.toFixed(2));
      parts.push("<h3>What each stage did</h3>", table(
        [["stage"], ["tokens left", "n"], ["this token", "n"], ["score", "n"]],
        token.s.map(([left, p, m], i) => `<tr><td>${data.stages[i]}</td><td class="n">${count(left)}</td>${cell(p)}` +
          `<td class="n">${moved(m)}</td></tr>`)));
    } else {
      parts.push(`<p class="faint">No stage of the sampler was asked for this token.</p>`);
    }
    detail.innerHTML = parts.join("");
    detail.querySelectorAll("[data-share]").forEach((bar) => { bar.style.width = 100 * bar.dataset.share + "%"; });
  }

  function choose(i, focus) {
    i = Math.min(spans.length - 1, Math.max(0, i));
    if (now >= 0) {
      spans[now].tabIndex = -1;
      spans[now].setAttribute("aria-selected", "false");
    }
    now = i;
    const span = spans[i], token = data.tokens[i];
    span.tabIndex = 0;
    span.setAttribute("aria-selected", "true");
    if (focus) {
      span.focus({ preventScroll: true });
      span.scrollIntoView({ block: "nearest", inline: "nearest" });
      document.getElementById("said").textContent =
        `${span.textContent}, ${token.k}, ${percent(token.p[0])} to the model, ${count(token.n)} allowed`;
    }
    place();
    show();
  }

  function line(step) {  // the token above or below
    const here = spans[now].getBoundingClientRect();
    let top = null, best = now, least = Infinity;
    for (let i = now + step; i >= 0 && i < spans.length; i += step) {
      const box = spans[i].getBoundingClientRect();
      if (Math.abs(box.top - here.top) < 4) continue;
      if (top === null) top = box.top;
      if (Math.abs(box.top - top) >= 4) break;
      const off = Math.abs(box.left - here.left);
      if (off < least) [best, least] = [i, off];
    }
    return best;
  }

  text.addEventListener("keydown", (event) => {
    const to = {
      ArrowRight: () => now + 1, ArrowLeft: () => now - 1, ArrowDown: () => line(1), ArrowUp: () => line(-1),
      Home: () => 0, End: () => spans.length - 1, PageDown: () => now + 20, PageUp: () => now - 20,
    }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(to(), true);
  });
  text.addEventListener("click", (event) => {
    const span = event.target.closest(".t");
    if (span) choose(Number(span.dataset.i), true);
  });
  plot.addEventListener("click", (event) => {
    const box = plot.getBoundingClientRect();
    choose(Math.floor((event.clientX - box.left) / box.width * spans.length), true);
  });
  by.addEventListener("change", colour);

  // ---- light and dark ----

  const theme = document.getElementById("theme"), root = document.documentElement;
  const prefers = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (prefers.matches ? "dark" : "light")) === "dark";
  const label = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
  theme.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; label(); });
  prefers.addEventListener("change", label);
  theme.setAttribute("aria-label", "switch between light and dark");

  text.setAttribute("role", "listbox");
  text.setAttribute("aria-label", "tokens of the text; arrow keys choose one");
  text.setAttribute("aria-orientation", "horizontal");
  spans.forEach((span) => { span.setAttribute("role", "option"); span.tabIndex = -1; });
  document.querySelectorAll("#theme, .tools, #plot, #detail").forEach((part) => { part.hidden = false; });
  label();
  let first = 0;
  data.tokens.forEach((token, i) => {  // where the mask took most away
    const best = data.tokens[first];
    if (token.k === "chosen" && (best.k !== "chosen" || token.r > best.r)) first = i;
  });
  choose(first, false);
  colour();
})();
