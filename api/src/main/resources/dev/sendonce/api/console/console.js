"use strict";
// Everything shown is set as text, never as markup: replies and notes are other people's words.
const states = ["unconfirmed", "confirming", "prepared", "smtp_inflight", "smtp_accepted", "sent", "not_sent"];
const main = document.getElementById("main");
const message = document.getElementById("message");
const keyField = document.getElementById("api-key");
keyField.value = sessionStorage.getItem("apiKey") ?? "";
document.getElementById("use-key").addEventListener("click", () => {
  sessionStorage.setItem("apiKey", keyField.value);
  show();
});

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = String(text);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function table(headings, rows) {
  const made = element("table");
  const head = element("tr");
  headings.forEach((heading) => head.append(element("th", heading)));
  made.append(head);
  for (const row of rows) {
    const line = element("tr");
    row.forEach((cell) => {
      const field = element("td");
      field.append(cell instanceof Node ? cell : document.createTextNode(cell ?? ""));
      line.append(field);
    });
    made.append(line);
  }
  return made;
}

async function call(path, options = {}) {
  const answer = await fetch(path, {
    ...options,
    headers: { Authorization: `Bearer ${keyField.value}`, "Content-Type": "application/json" },
  });
  document.getElementById("lab").hidden = answer.headers.get("Sendonce-Lab") !== "true";
  const body = await answer.json();
  if (!answer.ok) {
    const fields = (body.errors ?? []).map((e) => ` ${e.field} ${e.message};`).join("");
    throw new Error(`${body.title}. ${body.detail}${fields}`);
  }
  return body;
}

const reply = (r) => (r ? `${r.code} ${r.enhanced ?? ""} ${r.text}` : "");
const waiting = (w) => (w ? [w.what, w.until, w.detail].filter(Boolean).join(", ") : "");
const path = (key) => `/v1/sends/${encodeURIComponent(key)}`;

async function list() {
  const query = new URLSearchParams(location.search);
  const state = query.get("state") ?? "unconfirmed";
  const nav = element("nav");
  for (const each of states) {
    const link = element("a", each, { href: `/console?state=${each}` });
    if (each === state) link.setAttribute("aria-current", "page");
    nav.append(link);
  }
  const cursor = query.get("cursor") ? `&cursor=${encodeURIComponent(query.get("cursor"))}` : "";
  const page = await call(`/v1/sends?state=${encodeURIComponent(state)}${cursor}`);
  const rows = page.items.map((send) => [
    element("a", send.key, { href: `/console/sends/${encodeURIComponent(send.key)}` }),
    send.client, send.relay, send.updatedAt, waiting(send.waitingFor) || send.reason,
  ]);
  main.replaceChildren(nav, table(["Key", "Client", "Relay", "Last change", "Waiting for"], rows));
  if (page.items.length === 0) main.append(element("p", `No send is ${state}.`));
  if (page.next) {
    main.append(element("a", "older", { href: `/console?state=${state}&cursor=${encodeURIComponent(page.next)}` }));
  }
}

async function detail(key) {
  const send = await call(path(key));
  const timeline = await call(`${path(key)}/timeline?limit=500`);
  main.replaceChildren(
    element("h1", send.key),
    element("p", `${send.state}${send.reason ? `, ${send.reason}` : ""}. ${waiting(send.waitingFor)}`),
    element("a", "in the Temporal UI", { href: send.links.temporal }),
    element("h2", "Recipients"),
    table(["Address", "Field", "Outcome", "Reply"], send.recipients.map((r) => [r.address, r.field, r.outcome, reply(r.reply)])),
    element("h2", "Attempts"),
    table(["No.", "Node", "Opened", "End of data", "Outcome", "Why", "Queue id"], send.attempts.map((a) => [
      a.number, a.node, a.openedAt, a.endOfDataAt, a.outcome, reply(a.reply) || a.cause, a.queueId])),
    element("h2", "Evidence"),
    table(["Source", "Finding", "Time", "Detail"], send.evidence.map((e) => [
      e.source, e.contradicts ? `${e.finding} (contradicts)` : e.finding, e.at, e.detail])),
    element("h2", "Timeline"),
    table(["Version", "Time", "State", "Cause", "Who", "Detail"], timeline.items.map((t) => [
      t.version, t.at, t.state, t.cause, t.actor, [t.note, t.detail].filter(Boolean).join(" / ")])),
  );
  if (send.state === "confirming" || send.state === "unconfirmed") decision(send);
}

function decision(send) {
  main.append(document.getElementById("decision").content.cloneNode(true));
  document.getElementById("epoch").textContent = send.epoch;
  document.getElementById("decision-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const order = { decision: form.get("decision"), actor: form.get("actor"), note: form.get("note"), epoch: send.epoch };
    try {
      await call(`${path(send.key)}/resolution`, { method: "POST", body: JSON.stringify(order) });
      await show();
    } catch (error) {
      message.textContent = error.message;
    }
  });
}

async function show() {
  message.textContent = "";
  if (!keyField.value) {
    message.textContent = "Enter an API key.";
    return;
  }
  try {
    const match = location.pathname.match(/^\/console\/sends\/(.+)$/);
    await (match ? detail(decodeURIComponent(match[1])) : list());
  } catch (error) {
    message.textContent = error.message;
  }
}

show();
