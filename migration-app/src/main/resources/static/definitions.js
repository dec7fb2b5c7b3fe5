// The newest DDL statements and their results.
import {byId, row, setText, showRows} from './format.js';

const SHOWN = 20;

/** Requests the statements and shows them. */
export async function showDefinitions() {
  try {
    const answer = await fetch('/api/definitions?limit=' + SHOWN);
    const changes = await answer.json();
    if (!answer.ok) throw new Error(changes.problem);
    setText('definitions-note', '');
    showRows('definitions', changes.map(change => row([
      [new Date(change.changedAt).toLocaleString()],
      [change.result.toLowerCase().replaceAll('_', ' '), change.result === 'HELD' ? 'bad-text' : ''],
      [change.statement, 'reason'], [change.targetSql, 'reason'], [change.note, 'reason'],
      [change.transaction + ' at ' + change.position]])));
  } catch (problem) {
    byId('definitions-section').hidden = false;
    setText('definitions-note', 'Unknown: ' + problem.message);
  }
}
