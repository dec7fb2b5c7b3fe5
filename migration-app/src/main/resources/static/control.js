// Sends requests that change something, with the token, which is kept until the tab is closed.
import {byId} from './format.js';

/** Shows the outcome in each section that has controls. */
function showOutcome(text) {
  document.querySelectorAll('.answer').forEach(element => { element.textContent = text; });
}

function askToken() {
  const dialog = byId('token-dialog');
  byId('token').value = '';
  dialog.showModal();
  // the close event arrives later than submit and cancel, and could be mistaken for that of the next dialog
  return new Promise(resolve => {
    dialog.addEventListener('submit', event => resolve(event.submitter.value === 'ok' ? byId('token').value : ''), {once: true});
    dialog.addEventListener('cancel', () => resolve(''), {once: true});
  });
}

/**
 * Sends a request to the daemon. Prompts for the token once.
 *
 * @param path the path below /api/
 * @param action the action in words
 * @returns the daemon's response; null if it failed, which is shown
 */
export async function send(path, action, body) {
  const token = sessionStorage.getItem('token') || await askToken();
  if (!token) return null;
  try {
    const answer = await fetch('/api/' + path, {
      method: 'POST',
      headers: {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'},
      body: JSON.stringify(body)
    });
    if (answer.status === 401) sessionStorage.removeItem('token');
    else sessionStorage.setItem('token', token);
    const content = await answer.json();
    showOutcome(answer.ok ? 'Done: ' + action + '.' : 'Refused: ' + (content.problem || answer.status));
    return answer.ok ? content : null;
  } catch (problem) {
    showOutcome('The daemon does not respond: ' + problem.message);
    return null;
  }
}
