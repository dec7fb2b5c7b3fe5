'use strict';

// What the daemon says is only ever set as text: names of tables and messages may hold anything.
const byId = id => document.getElementById(id);
const whole = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const KEPT_SAMPLES = 600;
const STATE_CLASSES = {REPLAYING: 'good', STOPPED: 'bad', DIVERGED: 'bad', RETRYING: 'bad', 'not reachable': 'bad'};
let samples = [];

function seconds(value) {
  if (value < 1) return Math.round(value * 1000) + ' ms';
  if (value < 120) return value.toFixed(1) + ' s';
  if (value < 7200) return Math.round(value / 60) + ' min';
  return (value / 3600).toFixed(1) + ' h';
}

function bytes(value) {
  if (value < 1024) return whole.format(value) + ' B';
  if (value < 1024 * 1024) return (value / 1024).toFixed(1) + ' KiB';
  return (value / 1024 / 1024).toFixed(1) + ' MiB';
}

function setText(id, text) {
  const element = byId(id);
  // an unchanged text is not said again by screen readers
  if (element.textContent !== text) element.textContent = text;
}

function row(cells) {
  const line = document.createElement('tr');
  for (const [text, style] of cells) {
    const cell = document.createElement('td');
    cell.textContent = text;
    if (style) cell.className = style;
    line.append(cell);
  }
  return line;
}

function showState(state) {
  setText('state', state.toLowerCase());
  byId('state').className = 'state ' + (STATE_CLASSES[state] || 'warn');
  document.title = state.toLowerCase() + ' – Gaussferry';
}

function show(status) {
  showState(status.state);
  setText('pipeline', status.pipeline);
  setText('lag', seconds(status.lagSeconds));
  setText('pending', whole.format(status.pendingTransactions) + ' transactions');
  setText('speed', whole.format(status.rowsPerSecond) + ' rows/s'
    + (status.rowsPerSecondLimit ? ', limit ' + whole.format(status.rowsPerSecondLimit) : ''));
  setText('committed', whole.format(status.rows) + ' rows');
  setText('memory', bytes(status.queueBytes + status.laneBytes));
  showCopy(status.copy);
  showVerification(status.verification);
  byId('pause').disabled = status.paused;
  byId('resume').disabled = !status.paused;
  byId('lanes').replaceChildren(...status.lanes.map(lane => row([
    [lane.lane], [lane.activity.toLowerCase().replaceAll('_', ' ')], [seconds(lane.forSeconds), 'number'],
    [lane.batch || '', 'number'], [lane.batch ? whole.format(lane.transactions) : '', 'number'],
    [lane.batch ? whole.format(lane.rows) : '', 'number'], [lane.waitsFor.join(', ')],
    [lane.firstTransaction ? lane.firstTransaction + ' at ' + lane.place : '']])));
  if (status.errors.length) {
    byId('errors').replaceChildren(...status.errors.map(error => {
      const item = document.createElement('li');
      item.textContent = new Date(error.at).toLocaleString() + ' ' + error.problem + '\nremedy: ' + error.remedy;
      return item;
    }));
  }
  addSample({at: status.at, rowsPerSecond: status.rowsPerSecond, lagSeconds: status.lagSeconds});
}

function showCopy(copy) {
  byId('copy-figure').hidden = !copy;
  if (!copy) return;
  setText('copy', whole.format(copy.rows) + ' of about ' + whole.format(copy.estimatedRows) + ' rows, '
    + copy.tables + ' of ' + copy.allTables + ' tables'
    + (copy.secondsLeft == null ? '' : ', ' + seconds(copy.secondsLeft) + ' left'));
}

function showVerification(verified) {
  byId('verified-figure').hidden = !verified.rounds && !verified.rowsInRound;
  const found = verified.differences ? whole.format(verified.differences) + ' rows differ'
    : verified.verifiedUpTo ? 'equal up to ' + new Date(verified.verifiedUpTo).toLocaleTimeString() : '';
  setText('verified', [found, whole.format(verified.rowsInRound) + ' rows in this round'].filter(Boolean).join(', '));
}

function addSample(sample) {
  samples.push(sample);
  if (samples.length > KEPT_SAMPLES) samples.shift();
  draw('speed-chart', samples.map(one => one.rowsPerSecond), value => whole.format(value));
  draw('lag-chart', samples.map(one => one.lagSeconds), seconds);
}

function part(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  return element;
}

/** The next of 1, 2, 5, 10, 20, … that the highest value fits under. */
function ceiling(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 0.001)));
  return [1, 2, 5, 10].map(step => step * power).find(candidate => candidate >= value) || value;
}

function draw(id, values, label) {
  const svg = byId(id);
  const {width, height} = svg.getBoundingClientRect();
  const left = 52, top = 14, bottom = 20;
  if (!width) return;
  const highest = ceiling(Math.max(...values, 0.001));
  const x = index => left + (width - left - 4) * (KEPT_SAMPLES - values.length + index) / (KEPT_SAMPLES - 1);
  const y = value => top + (height - top - bottom) * (1 - value / highest);
  const parts = [0, highest / 2, highest].flatMap(value => [
    part('line', {class: 'grid', x1: left, x2: width - 4, y1: y(value), y2: y(value)}),
    part('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, label(value))]);
  parts.push(part('text', {x: left, y: height - 4}, '10 min ago'));
  parts.push(part('text', {x: width - 4, y: height - 4, 'text-anchor': 'end'}, 'now'));
  parts.push(part('polyline', {class: 'curve', points: values.map((value, i) => x(i).toFixed(1) + ',' + y(value).toFixed(1)).join(' ')}));
  svg.replaceChildren(...parts);
  svg.setAttribute('aria-label', svg.parentNode.querySelector('figcaption').textContent + ', now ' + label(values[values.length - 1] || 0));
}

const SHOWN_TABLES = 200;

async function showTables() {
  try {
    const tables = await (await fetch('/api/tables')).json();
    const changes = table => table.inserted + table.updated + table.deleted;
    tables.sort((one, other) => other.setAside - one.setAside || changes(other) - changes(one));
    setText('tables-note', tables.length > SHOWN_TABLES
      ? 'The ' + SHOWN_TABLES + ' with the most changes, of ' + tables.length + '.'
      : tables.length ? '' : 'Nothing was replayed since the daemon started.');
    byId('tables').replaceChildren(...tables.slice(0, SHOWN_TABLES).map(table => row([
      [table.table], [whole.format(table.inserted), 'number'], [whole.format(table.updated), 'number'],
      [whole.format(table.deleted), 'number'], [table.setAside ? 'set aside' : '', 'bad-text']])));
  } catch (problem) {
    setText('tables-note', 'The tables are not known: ' + problem.message);
  }
}

function askToken() {
  const dialog = byId('token-dialog');
  byId('token').value = '';
  dialog.showModal();
  // submit and cancel are told at once, close later: it could be taken for the next question's
  return new Promise(resolve => {
    dialog.addEventListener('submit', event => resolve(event.submitter.value === 'ok' ? byId('token').value : ''), {once: true});
    dialog.addEventListener('cancel', () => resolve(''), {once: true});
  });
}

async function steer(action, body) {
  const token = sessionStorage.getItem('token') || await askToken();
  if (!token) return;
  try {
    const answer = await fetch('/api/' + action, {
      method: 'POST',
      headers: {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'},
      body: JSON.stringify(body)
    });
    if (answer.status === 401) sessionStorage.removeItem('token');
    else sessionStorage.setItem('token', token);
    const document = await answer.json();
    if (answer.ok) showState(document.state);
    setText('answer', answer.ok ? 'Done: ' + action + '.' : 'Refused: ' + (document.problem || answer.status));
  } catch (problem) {
    setText('answer', 'The daemon does not answer: ' + problem.message);
  }
}

byId('pause').addEventListener('click', () => steer('pause', {reason: 'from the page'}));
byId('resume').addEventListener('click', () => steer('resume', {reason: 'from the page'}));
byId('throttle').addEventListener('click',
  () => steer('throttle', {rowsPerSecond: Math.floor(Number(byId('limit').value)), reason: 'from the page'}));
byId('limit').addEventListener('keydown', event => { if (event.key === 'Enter') byId('throttle').click(); });

async function begin() {
  try {
    samples = await (await fetch('/api/history')).json();
    show(await (await fetch('/api/status')).json());
  } catch (problem) {
    showState('not reachable');
  }
  showTables();
  setInterval(showTables, 5000);
  const events = new EventSource('/api/events');
  events.addEventListener('status', event => show(JSON.parse(event.data)));
  events.addEventListener('error', () => showState('not reachable'));
}

begin();
