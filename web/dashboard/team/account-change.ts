import { answerOf, auth } from '../api/client.ts';

/** The name under which the windows of one browser learn of another account. */
const CHANNEL = 'florin-account';

const channel = new BroadcastChannel(CHANNEL);
// Another window has opened another account, which the cookie is for from now on: nothing of this one may stay.
channel.addEventListener('message', () => location.assign('/'));

/** Opens another account, on a new document in every window of this browser, so that nothing of the first one is left in a page. */
export async function openAccount(accountId: string): Promise<void> {
  await answerOf(auth.POST('/v1/auth/account', { body: { accountId } }));
  startAnew();
}

/** Starts on a new document in every window of this browser, for another account or for nobody. */
export function startAnew(): void {
  channel.postMessage('opened');
  location.assign('/');
}
