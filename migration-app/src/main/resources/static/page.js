import {byId, bytes, row, seconds, setText, showRows, whole} from './format.js';
import {addSample, showHistory} from './charts.js';
import {showDefinitions} from './definitions.js';
import {send} from './control.js';
import {showLife} from './life.js';
import {showObjects} from './objects.js';
import {showTables} from './tables.js';
import {showTarget} from './target.js';
import {showCutover} from './cutover.js';

const STATE_CLASSES = {REPLAYING: 'good', STOPPED: 'bad', DIVERGED: 'bad', RETRYING: 'bad', STALLED: 'bad', 'not reachable': 'bad'};

let waitsAt = '';

function showState(state) {
  setText('state', state.toLowerCase());
  byId('state').className = 'state ' + (STATE_CLASSES[state] || 'warn');
  document.title = state.toLowerCase() + ' – Gaussferry';
}

function show(status) {
  showState(status.state);
  setText('pipeline', status.pipeline);
  showLife({status});
  setText('pending', whole.format(status.pendingTransactions) + ' transactions');
  setText('speed', whole.format(status.rowsPerSecond) + ' rows/s'
    + (status.rowsPerSecondLimit ? ', limit ' + whole.format(status.rowsPerSecondLimit) : ''));
  setText('committed', whole.format(status.rows) + ' rows');
  setText('memory', bytes(status.queueBytes + status.applierBytes));
  showWaiting(status.waiting);
  showStall(status.stall);
  showTarget(status.target);
  byId('pause').disabled = status.paused;
  byId('resume').disabled = !status.paused;
  showRows('appliers', status.appliers.map(applier => row([
    [applier.applier], [applier.activity.toLowerCase().replaceAll('_', ' ')], [seconds(applier.forSeconds), 'number'],
    [applier.batch || '', 'number'], [applier.batch ? whole.format(applier.transactions) : '', 'number'],
    [applier.batch ? whole.format(applier.rows) : '', 'number'], [applier.waitsFor.join(', ')],
    [applier.firstTransaction ? applier.firstTransaction + ' at ' + applier.position : '']])));
  showRows('errors', status.errors.map(error => {
    const item = document.createElement('li');
    item.textContent = new Date(error.at).toLocaleString() + ' ' + error.problem + '\nremedy: ' + error.remedy + '\ncode: ' + error.code;
    return item;
  }));
  addSample(status);
}

/** Shows what each stage waits for while replication is stalled. */
function showStall(stall) {
  byId('stall').hidden = !stall;
  if (!stall) return;
  setText('stall-since', 'Transactions are pending, but none has been committed for ' + seconds(stall.seconds) + '.');
  byId('stall-waits').replaceChildren(...stall.waits.map(wait => {
    const item = document.createElement('li');
    item.textContent = wait;
    return item;
  }));
}

/** Shows the transaction that replication waits at, and the possible decisions. */
function showWaiting(waiting) {
  byId('waiting').hidden = !waiting;
  if (!waiting) return;
  if (waitsAt !== waiting.transaction) {
    // input for an earlier decision does not apply to this one
    byId('skip-reason').value = '';
    byId('skip-definitions').checked = false;
    byId('replacement').value = '';
    showDefinitions();
  }
  waitsAt = waiting.transaction;
  setText('waiting-since', 'since ' + new Date(waiting.since).toLocaleString() + ', before ' + waiting.transaction);
  setText('waiting-problem', waiting.problem);
  setText('waiting-remedy', 'remedy: ' + waiting.remedy);
  showHeld(waiting.definition);
}

/** Shows a held DDL statement and the SQL that the target would execute. */
function showHeld(definition) {
  byId('held').hidden = !definition;
  byId('held-buttons').hidden = !definition;
  byId('skip').hidden = !!definition;
  byId('skip-definitions-label').hidden = !!definition;
  if (!definition) return;
  setText('held-statement', definition.statement);
  setText('held-sql', definition.wouldExecute || 'unknown');
  byId('apply').disabled = !definition.wouldExecute;
}

/** Sends a decision about the held DDL statement. */
async function decideDefinition(decision, body) {
  if (!byId('skip-reason').reportValidity()) return;
  const path = 'definitions/' + encodeURIComponent(waitsAt) + '/' + decision;
  const answer = await send(path, decision + ' ' + waitsAt, {...body, reason: byId('skip-reason').value});
  if (answer) showWaiting(null);
}

async function decide(decision, body) {
  const answer = await send('failures/' + encodeURIComponent(waitsAt) + '/' + decision, decision + ' ' + waitsAt, body);
  if (answer) showWaiting(null);
}

byId('retry').addEventListener('click', () => decide('retry', {reason: byId('skip-reason').value || 'from the page'}));
byId('skip').addEventListener('click', () => {
  if (byId('skip-reason').reportValidity()) {
    decide('skip', {reason: byId('skip-reason').value, definitions: byId('skip-definitions').checked});
  }
});

byId('apply').addEventListener('click', () => decideDefinition('apply', {}));
byId('replace').addEventListener('click', () => decideDefinition('replace', {sql: byId('replacement').value}));
byId('skip-definition').addEventListener('click', () => decideDefinition('skip', {}));

async function control(action, body) {
  const status = await send(action, action, {...body, reason: 'from the page'});
  if (status) showState(status.state);
}

byId('pause').addEventListener('click', () => control('pause', {}));
byId('resume').addEventListener('click', () => control('resume', {}));
byId('throttle').addEventListener('click',
  () => control('throttle', {rowsPerSecond: Math.floor(Number(byId('limit').value))}));
byId('verify').addEventListener('click', () => control('verify', {}));
byId('limit').addEventListener('keydown', event => { if (event.key === 'Enter') byId('throttle').click(); });

async function start() {
  try {
    showHistory(await (await fetch('/api/history')).json());
    show(await (await fetch('/api/status')).json());
  } catch (problem) {
    showState('not reachable');
  }
  showTables();
  setInterval(showTables, 5000);
  showCutover();
  setInterval(showCutover, 1000);
  showDefinitions();
  setInterval(showDefinitions, 15000);
  showObjects();
  setInterval(showObjects, 15000);
  const events = new EventSource('/api/events');
  events.addEventListener('status', event => show(JSON.parse(event.data)));
  events.addEventListener('error', () => showState('not reachable'));
}

start();
