// The last changes of definitions, and what became of each.
import {byId, row, setText} from './format.js';

const SHOWN = 20;

/** Asks for the changes and shows them. */
export async function showDefinitions() {
  try {
    const answer = await fetch('/api/definitions?limit=' + SHOWN);
    const changes = await answer.json();
    if (!answer.ok) throw new Error(changes.problem);
    setText('definitions-note', changes.length ? '' : 'none yet');
    byId('definitions').replaceChildren(...changes.map(change => row([
      [new Date(change.changedAt).toLocaleString()],
      [change.result.toLowerCase().replaceAll('_', ' '), change.result === 'HELD' ? 'bad-text' : ''],
      [change.statement, 'reason'], [change.targetSql, 'reason'], [change.note, 'reason'],
      [change.transaction + ' at ' + change.place]])));
  } catch (problem) {
    setText('definitions-note', 'Not known: ' + problem.message);
  }
}
