import {byId, bytes, row, seconds, setText, time, whole} from './format.js';
import {addSample, showHistory} from './charts.js';
import {showDefinitions} from './definitions.js';
import {steer} from './steer.js';
import {showTables} from './tables.js';
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
  setText('lag', seconds(status.lagSeconds));
  setText('behind', status.behindTransactions == null ? 'not known' : whole.format(status.behindTransactions) + ' transactions');
  setText('pending', whole.format(status.pendingTransactions) + ' read and pending');
  setText('speed', whole.format(status.rowsPerSecond) + ' rows/s'
    + (status.rowsPerSecondLimit ? ', limit ' + whole.format(status.rowsPerSecondLimit) : ''));
  setText('committed', whole.format(status.rows) + ' rows');
  setText('memory', bytes(status.queueBytes + status.laneBytes));
  showCopy(status.copy);
  showVerification(status.verification);
  showWaiting(status.waiting);
  showStall(status.stall);
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
  addSample(status);
}

function showCopy(copy) {
  byId('copy-figure').hidden = !copy;
  if (!copy) return;
  setText('copy', whole.format(copy.rows) + ' rows');
  setText('copy-note', 'of about ' + whole.format(copy.estimatedRows) + ', ' + copy.tables + ' of ' + copy.allTables + ' tables'
    + (copy.secondsLeft == null ? '' : ', ' + seconds(copy.secondsLeft) + ' left'));
}

function showVerification(verified) {
  byId('verified-figure').hidden = !verified.rounds && !verified.roundBegan && !verified.problem;
  byId('verified').className = verified.differences || verified.structureDifferences ? 'bad-text' : '';
  setText('verified', verified.differences ? whole.format(verified.differences) + ' rows differ'
    : verified.structureDifferences ? whole.format(verified.structureDifferences) + ' differences in definitions'
    : verified.verifiedUpTo ? 'equal up to ' + time(verified.verifiedUpTo)
    : verified.roundBegan ? 'first round' : 'not known');
  setText('verified-note', verified.roundBegan
    ? whole.format(verified.rowsInRound) + ' of about ' + whole.format(verified.estimatedRows) + ' rows compared'
      + (verified.secondsLeft == null ? '' : ', ' + seconds(verified.secondsLeft) + ' left')
    : verified.problem ? verified.problem
    : verified.undecidedTables ? verified.undecidedTables + ' tables cannot be told' : '');
}

/** Shows what each stage waits for, while nothing gets done. */
function showStall(stall) {
  byId('stall').hidden = !stall;
  if (!stall) return;
  setText('stall-since', 'There is work, and nothing has been committed for ' + seconds(stall.seconds) + '.');
  byId('stall-waits').replaceChildren(...stall.waits.map(wait => {
    const item = document.createElement('li');
    item.textContent = wait;
    return item;
  }));
}

/** Shows what replay waits at, and what can be decided. */
function showWaiting(waiting) {
  byId('waiting').hidden = !waiting;
  if (!waiting) return;
  if (waitsAt !== waiting.transaction) {
    // what was written for another decision is none for this one
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

/** Shows a change of definitions that is held, and what the target would execute. */
function showHeld(definition) {
  byId('held').hidden = !definition;
  byId('held-buttons').hidden = !definition;
  byId('skip').hidden = !!definition;
  byId('skip-definitions-label').hidden = !!definition;
  if (!definition) return;
  setText('held-statement', definition.statement);
  setText('held-sql', definition.wouldExecute || 'not known');
  byId('apply').disabled = !definition.wouldExecute;
}

/** Has a decision about the held change of definitions carried out. */
async function decideDefinition(decision, body) {
  if (!byId('skip-reason').reportValidity()) return;
  const path = 'definitions/' + encodeURIComponent(waitsAt) + '/' + decision;
  const answer = await steer(path, decision + ' ' + waitsAt, {...body, reason: byId('skip-reason').value});
  if (answer) showWaiting(null);
}

async function decide(decision, body) {
  const answer = await steer('failures/' + encodeURIComponent(waitsAt) + '/' + decision, decision + ' ' + waitsAt, body);
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
  const status = await steer(action, action, {...body, reason: 'from the page'});
  if (status) showState(status.state);
}

byId('pause').addEventListener('click', () => control('pause', {}));
byId('resume').addEventListener('click', () => control('resume', {}));
byId('throttle').addEventListener('click',
  () => control('throttle', {rowsPerSecond: Math.floor(Number(byId('limit').value))}));
byId('verify').addEventListener('click', () => control('verify', {}));
byId('limit').addEventListener('keydown', event => { if (event.key === 'Enter') byId('throttle').click(); });

async function begin() {
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
  const events = new EventSource('/api/events');
  events.addEventListener('status', event => show(JSON.parse(event.data)));
  events.addEventListener('error', () => showState('not reachable'));
}

begin();
