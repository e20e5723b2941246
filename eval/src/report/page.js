"use strict";
(() => {
	const $ = (id) => document.getElementById(id);
	const D = JSON.parse($("data").textContent), T = D.table;
	const SVG = new Set(["svg", "g", "rect", "line", "text", "title"]);
	// Every text of a program becomes a text node or the value of an attribute that holds text.
	const h = (what, ...kids) => {
		const [name, ...classes] = what.split(".");
		const node = SVG.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
		if (classes.length) node.setAttribute("class", classes.join(" "));
		for (const [key, value] of Object.entries(kids[0]?.constructor === Object ? kids.shift() : {})) {
			if (typeof value === "function") node.addEventListener(key, value);
			else if (value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
		}
		node.append(...kids.flat(2).filter((kid) => kid !== null && kid !== false));
		return node;
	};
	for (const key in T) if (key !== "count" && key !== "index" && !Array.isArray(T[key])) T[key] = Array(T.count).fill(T[key]);
	const number = (value) => value.toLocaleString("en");
	const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
	const short = (value, base, units) => {
		let unit = 0;
		while (value >= base && unit < units.length - 1) [value, unit] = [value / base, unit + 1];
		return (value < 10 && unit ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)) + units[unit];
	};
	const fuel = (value) => short(value, 1000, ["", " k", " M", " G", " T", " P"]);
	const bytes = (value) => short(value, 1024, [" B", " KiB", " MiB", " GiB", " TiB"]);
	const share = (part, all) => `${((100 * part) / Math.max(all, 1)).toFixed(1)} %`;
	const KINDS = ["passed", "failed", "error", "exited", "limit", "syntax", "refused", "unsupported", "host_fault"];
	const kindOf = (name) => name.split(":", 1)[0];
	// All gaps count as one verdict here; their names have a list of their own.
	const groupOf = (name) => (kindOf(name) === "unsupported" ? "unsupported" : name);
	const swatch = (name) => h("svg.swatch", { viewBox: "0 0 10 10", "aria-hidden": "true" }, h(`rect.${kindOf(name)}`, { width: 10, height: 10, rx: 2 }));
	const link = (text, act, more) => h("button.link", { type: "button", click: act, ...more }, text);
	const taskOf = (row) => D.tasks[T.task[row]], verdictOf = (row) => D.names[T.verdict[row]], failureOf = (row) => D.failures[T.failure[row] - 1];
	const indexOf = (row) => (T.index ? T.index[row] : row);
	const soft = (text) => h("p.soft", text);
	const note = (text) => h("p.note", text);

	/// A bar of parts: [kind, count, name].
	const stack = (parts) => {
		const all = parts.reduce((sum, [, count]) => sum + count, 0);
		let x = 0;
		const label = parts.map(([, count, name]) => `${name} ${number(count)}`).join(", ");
		return h("svg.stack", { viewBox: "0 0 1000 10", preserveAspectRatio: "none", role: "img", "aria-label": label },
			parts.map(([kind, count, name]) => {
				const width = (1000 * count) / all;
				x += width;
				return h(`rect.${kind}`, { x: x - width, width: Math.max(width - 2, 0.5), height: 10 }, h("title", `${name}: ${number(count)}, ${share(count, all)}`));
			}));
	};

	const pager = (place, count, size, page, go, focus) => {
		const pages = Math.ceil(count / size);
		const button = (text, to) => h("button", { type: "button", disabled: to < 0 || to >= pages, click: () => { go(to); focus(); } }, text);
		place.replaceChildren();
		if (pages > 1) place.append(button("Back", page - 1), h("span", `${number(page + 1)} of ${number(pages)}`), button("Next", page + 1));
	};

	// Score and verdicts.
	$("lead").textContent = `${plural(D.rows, "program")} for ${plural(D.problems, "problem")}.`;
	for (const [k, value, low, high, problems] of D.pass) {
		$("score").append(h("div.pass",
			h("b", `${(100 * value).toFixed(1)} %`),
			h("figure",
				h("span", `pass@${k} `, h("small.soft", `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} %, ${plural(problems, "problem")}`)),
				h("svg.meter", { viewBox: "0 0 1000 16", preserveAspectRatio: "none", "aria-hidden": "true" },
					h("rect.track", { y: 6, width: 1000, height: 4 }), h("rect.band", { x: 1000 * low, width: Math.max(1000 * (high - low), 2), height: 16 }),
					h("rect.dot", { x: Math.min(1000 * value, 997), width: 4, height: 16 })))));
	}
	$("score").append(soft(D.pass.length
		? "pass@k is the chance that one of k programs passes, over the problems with at least k programs. The band holds 95 % of 1,000 draws of problems."
		: "No problem has enough programs with a reward."),
	note(`The reward is null for ${plural(D.left_out, "program")}: nobody knows. The engine lacks what they use (unsupported), or the host or the problem was at fault (host_fault). No score counts them, neither as right nor as wrong.`));
	if (D.one_room) $("score").append(note(`The tests of ${plural(D.one_room, "program")} ran in the program's own room. “stockade eval score --rooms 2” leaves those out.`));

	const groups = new Map();
	for (const [name, count] of D.verdicts) groups.set(groupOf(name), (groups.get(groupOf(name)) ?? 0) + count);
	const sorted = [...groups].sort((a, b) => b[1] - a[1]);
	const byKind = (counts) => [...counts].map(([name, count]) => [kindOf(name), count, name]).sort((a, b) => KINDS.indexOf(a[0]) - KINDS.indexOf(b[0]));
	$("verdicts").append(stack(byKind(groups)),
		h("ul.list.counts", sorted.map(([name, count]) => h("li", link([swatch(name), name], () => filter({ verdict: name })), h("span.num", number(count), h("span.soft", share(count, D.rows)))))));

	// Problems.
	const problems = D.by_task.map((flat, task) => {
		const parts = new Map();
		let all = 0, passed = 0;
		for (let i = 0; i < flat.length; i += 2) {
			const name = groupOf(D.names[flat[i]]), count = flat[i + 1];
			parts.set(name, (parts.get(name) ?? 0) + count);
			all += count;
			if (name === "passed") passed += count;
		}
		return { task, name: D.tasks[task], all, passed, parts: byKind(parts) };
	});
	const ORDERS = {
		"hardest first": (a, b) => a.passed / a.all - b.passed / b.all || a.task - b.task,
		"easiest first": (a, b) => b.passed / b.all - a.passed / a.all || a.task - b.task,
		"in order": (a, b) => a.task - b.task,
	};
	const select = (choices, change) => h("select", { change }, choices.map(([value, text]) => h("option", { value }, text)));
	const problemOrder = select(Object.keys(ORDERS).map((name) => [name, name]), () => showProblems(0));
	const problemBody = h("tbody"), problemPager = h("div.pager");
	const showProblems = (page) => {
		problems.sort(ORDERS[problemOrder.value]);
		problemBody.replaceChildren(...problems.slice(page * 10, page * 10 + 10).map((one) => h("tr",
			h("td.cut", link(one.name || "(no name)", () => filter({ task: one.task }))),
			h("td.num", `${number(one.passed)} of ${number(one.all)}`), h("td.span", stack(one.parts)))));
		pager(problemPager, problems.length, 10, page, showProblems, () => problemPager.scrollIntoView({ block: "nearest" }));
	};
	const solved = problems.filter((one) => one.passed).length;
	$("problems").append(soft(`${number(solved)} of ${plural(problems.length, "problem")} ${solved === 1 ? "has" : "have"} a program that passed.`),
		h("div.tools", h("label", "Order", problemOrder)),
		h("table.fold", h("thead", h("tr", h("th", "Problem"), h("th.num.c-usage", "Passed"), h("th.c-bar", "Verdicts"))), problemBody), problemPager);
	showProblems(0);

	// Fuel and memory.
	const LAYERS = [["passed", "passed"], ["failed", "not passed"], ["unsupported", "no reward"]];
	const spread = (id, what, show, steps, top, column) => {
		const place = $(id), data = D[id];
		if (!data.count) return void place.append(soft("No program ran."));
		const bars = [], known = new Map(data.bars.map((bar) => [bar[0], bar]));
		const last = data.bars[data.bars.length - 1][0];
		for (let from = data.bars[0][0]; from <= last; from = steps(from)) bars.push(known.get(from) ?? [from, 0, 0, 0]);
		const W = Math.max(260, Math.min(place.clientWidth || 480, 560)), H = 120, wide = W / bars.length;
		const most = Math.max(...bars.map((bar) => bar[1] + bar[2] + bar[3]));
		const every = Math.ceil(bars.length / Math.max(2, Math.floor(W / 62)));
		const words = `Half of the programs used at most ${show(data.median)}, 95 % at most ${show(data.p95)}; the most was ${show(data.most)}.`;
		place.append(h("figure", h("svg", { viewBox: `0 0 ${W} ${H + 32}`, role: "img", "aria-label": `${what} of programs. ${words}` },
			h("text", { y: 9 }, plural(most, "program")), h("line.axis", { x1: 0, x2: W, y1: H + 14, y2: H + 14 }),
			bars.map((bar, i) => {
				let y = H + 14;
				const label = `${show(bar[0])} to ${show(steps(bar[0]))}: ${LAYERS.map(([, name], n) => `${number(bar[n + 1])} ${name}`).join(", ")}`;
				return h("g", h("title", label), LAYERS.map(([kind], n) => {
					const high = (H * bar[n + 1]) / most;
					y -= high;
					return high > 0 && h(`rect.${kind}`, { x: i * wide + 1, y, width: Math.max(wide - 2, 1), height: Math.max(high, 0.75) });
				}), i % every === 0 && h("text", { x: i * wide, y: H + 28 }, show(bar[0])));
			})), h("figcaption", LAYERS.map(([kind, name]) => h("span", swatch(kind), name))), soft(words)),
		h("h3", top), h("ul.list", column.map((row) => h("li",
			link([swatch(verdictOf(row)), `${indexOf(row)}: ${taskOf(row)}`], () => openRow(row), { class: "link cut" }), h("span.num", show(T[id][row]))))));
	};
	const decade = (from) => (String(from)[0] === "2" ? from * 2.5 : from * 2);
	spread("fuel", "Fuel", fuel, decade, "Most fuel", D.slowest);
	spread("memory", "Memory", bytes, (from) => from * 2, "Most memory", D.largest);

	// Errors and gaps.
	const counted = (id, { list, others }, empty, verdict) => {
		$(id).append(list.length ? h("ul.list", list.map(([name, count, messages]) => h("li",
			link(name, () => filter({ text: name, verdict }), { class: "link mono cut" }), h("span.num", number(count)),
			messages.length ? h("ul", messages.map(([text, times]) => h("li", h("span.cut", text || "(no message)"), h("span.num", number(times))))) : null)))
			: soft(empty));
		if (others) $(id).append(soft(`and ${number(others)} other${others === 1 ? "" : "s"}`));
	};
	counted("errors", D.errors, "No program ended with an exception.");
	counted("gaps", D.unsupported, "No program needed what the engine lacks.", "unsupported");

	// The table of programs.
	const haystacks = D.failures.map((failure) => Object.values(failure).join("\n").toLowerCase());
	const tasks = D.tasks.map((name) => name.toLowerCase()), names = D.names.map((name) => name.toLowerCase());
	let task = null, found = [], page = 0, open = new Set();
	const search = h("input", { type: "search", placeholder: "problem, message, test …", input: () => later(refresh) });
	const verdict = select([["", "all"], ["!", "not passed"], ["null", "no reward"], ...sorted.map(([name, count]) => [name, `${name} (${number(count)})`])], () => refresh());
	const order = select([["", "in order"], ["fuel", "most fuel first"], ["memory", "most memory first"]], () => refresh());
	const onlyTask = h("button", { type: "button", hidden: true, click: () => filter({}) });
	const status = h("p.soft", { role: "status" }), body = h("tbody"), rowPager = h("div.pager");
	let timer = 0;
	const later = (act) => { clearTimeout(timer); timer = setTimeout(act, 120); };
	const none = (name) => ["unsupported", "host_fault"].includes(kindOf(name));
	const fits = { "": () => true, "!": (name) => name !== "passed" && !none(name), null: none };
	const refresh = () => {
		clearTimeout(timer);
		const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
		const wanted = D.names.map(fits[verdict.value] ?? ((name) => groupOf(name) === verdict.value));
		found = [];
		for (let row = 0; row < T.count; row++) {
			if (!wanted[T.verdict[row]] || (task !== null && T.task[row] !== task)) continue;
			const failure = T.failure[row];
			const texts = [tasks[T.task[row]], names[T.verdict[row]], failure ? haystacks[failure - 1] : "", `${indexOf(row)}`];
			if (words.every((word) => texts.some((text) => text.includes(word)))) found.push(row);
		}
		if (order.value) found.sort((a, b) => T[order.value][b] - T[order.value][a] || a - b);
		onlyTask.hidden = task === null;
		onlyTask.textContent = task === null ? "" : `Only ${D.tasks[task] || "(no name)"} ✕`;
		status.textContent = plural(found.length, "program") + (T.count < D.rows ? `, of the ${number(T.count)} that this page has of ${number(D.rows)}` : "");
		showRows(0);
	};
	const summary = (failure) => {
		if (!failure) return "";
		if (failure.type) return failure.message ? `${failure.type}: ${failure.message}` : failure.type;
		const { call, source, got, expected } = failure;
		if (expected !== undefined) return `${call ? `${call} gave` : "printed"} ${got}, not ${expected}`;
		if (source ?? call) return (source ?? call) + (got === undefined ? "" : `, got ${got}`);
		return String(failure.message ?? failure.reason ?? failure.name ?? (failure.limit ? `${failure.limit}: ${number(failure.value)} ${failure.unit ?? ""}` : failure.by ? `by ${failure.by}` : ""));
	};
	const LABELS = { type: "Exception", source: "Test", got: "Got instead", by: "Ended by", code: "Exit code", value: "Allowed", name: "Lacking", in: "Raised in" };
	const details = (row) => {
		const failure = failureOf(row), line = T.line[row], name = verdictOf(row);
		const facts = [["Problem", taskOf(row)], ["Verdict", name]];
		if (failure?.test !== undefined) facts.push(["First failure", `test ${failure.test + 1} of ${T.total[row]}`]);
		for (const [key, value] of Object.entries(failure ?? {})) if (key !== "test") facts.push([LABELS[key] ?? key[0].toUpperCase() + key.slice(1), typeof value === "number" ? number(value) : value]);
		if (line) facts.push(["Line", `${line}`]);
		facts.push(["Fuel", plural(T.fuel[row], "unit")], ["Memory", plural(T.memory[row], "byte")]);
		if (T.rooms[row] === 1) facts.push(["Rooms", "1: the tests ran beside the program"]);
		if (T.extracted[row]) facts.push(["Taken by", D.extracted[T.extracted[row]]]);
		const program = D.programs[row], kept = Object.keys(D.programs).length;
		return [h("dl", facts.map(([label, value]) => [h("dt", label), h("dd.mono", value)])),
			!failure && name !== "passed" && note("The page is bounded and lacks what went wrong here. “stockade eval show” has it."),
			program !== undefined ? h("pre", { tabindex: 0, role: "region", "aria-label": `Program ${indexOf(row)}` },
				program.replace(/\n$/, "").split("\n").map((text, i) => h("span", { "data-n": i + 1, class: i + 1 === line ? "hit" : null }, text || " ")))
				: note(D.has_samples ? `The page has ${number(kept)} of ${plural(D.rows, "program")}, and not this one. Show it with: stockade eval show RESULTS ${indexOf(row)} --samples SAMPLES` : "The page was made without --samples and has no programs.")];
	};
	const showRows = (to) => {
		page = to;
		body.replaceChildren(...found.slice(page * 50, page * 50 + 50).flatMap((row) => {
			const name = verdictOf(row), isOpen = open.has(row), failure = failureOf(row);
			const toggle = () => { isOpen ? open.delete(row) : open.add(row); showRows(page); $(`row-${row}`).focus({ preventScroll: true }); };
			const shown = h("tr.row", { click: (event) => { if (!event.target.closest("button")) toggle(); } },
				h("td", link(`${isOpen ? "▾" : "▸"} ${indexOf(row)}`, toggle, { id: `row-${row}`, "aria-expanded": `${isOpen}`, "aria-label": `Row ${indexOf(row)}, ${name}` })),
				h("td.cut", taskOf(row)), h("td.cut", swatch(name), name),
				h("td.cut.mono.span", summary(failure)), h("td.num.more", `${number(T.passed[row])}/${number(T.total[row])}`),
				h("td.num.more", fuel(T.fuel[row])), h("td.num.more", bytes(T.memory[row])));
			return isOpen ? [shown, h("tr.open", h("td", { colspan: 7 }, details(row)))] : [shown];
		}));
		pager(rowPager, found.length, 50, page, showRows, () => $("programs").scrollIntoView());
	};
	const filter = (to) => {
		search.value = to.text ?? "";
		verdict.value = to.verdict ?? "";
		task = to.task ?? null;
		refresh();
		if (Object.keys(to).length) $("programs").scrollIntoView();
	};
	const openRow = (row) => {
		filter({});
		open.add(row);
		order.value = "";
		refresh();
		showRows(Math.floor(found.indexOf(row) / 50));
		const button = $(`row-${row}`);
		button.scrollIntoView({ block: "center" });
		button.focus();
	};
	document.addEventListener("keydown", (event) => {
		const moves = { ArrowDown: 1, ArrowUp: -1 }, buttons = [...body.querySelectorAll(".row button")], now = buttons.indexOf(document.activeElement);
		if (event.key === "/" && !event.target.closest("input, select")) [event.preventDefault(), search.focus()];
		else if (now >= 0 && moves[event.key]) [event.preventDefault(), buttons[now + moves[event.key]]?.focus()];
	});
	const head = [["Row", "c-row"], ["Problem", "c-task"], ["Verdict", "c-verdict"], ["First failure", ""], ["Tests", "c-count num"], ["Fuel", "c-usage num"], ["Memory", "c-usage num"]];
	$("rows").append(h("div.tools", h("label.wide", "Search (/)", search), h("label", "Verdict", verdict), h("label", "Order", order), onlyTask), status,
		h("table.fold", h("thead", h("tr", head.map(([text, kind]) => h("th", { class: kind }, text)))), body), rowPager);
	refresh();
	$("facts").textContent = D.facts.map(([name, value]) => `${name} ${value}`).join(" · ");
})();
