// Changes something: with the token, which this tab keeps until it is closed.
import {byId, setText} from './format.js';

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

/**
 * Asks the daemon to do something; the token is asked for once.
 *
 * @returns the daemon's answer; null if there is none, which is said
 */
export async function steer(action, body) {
  const token = sessionStorage.getItem('token') || await askToken();
  if (!token) return null;
  try {
    const answer = await fetch('/api/' + action, {
      method: 'POST',
      headers: {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'},
      body: JSON.stringify(body)
    });
    if (answer.status === 401) sessionStorage.removeItem('token');
    else sessionStorage.setItem('token', token);
    const document = await answer.json();
    setText('answer', answer.ok ? 'Done: ' + action + '.' : 'Refused: ' + (document.problem || answer.status));
    return answer.ok ? document : null;
  } catch (problem) {
    setText('answer', 'The daemon does not answer: ' + problem.message);
    return null;
  }
}
