import type { AuthApi } from '../api/auth.ts';
import { readRefusal } from '../api/read-view.ts';
import { runLater } from '../engine/loop.ts';
import { texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { checkChallenge } from '../wallet/check-challenge.ts';
import type { Provider } from '../wallet/provider.ts';
import type { WalletAnswer } from '../wallet/refusal.ts';
import { isOnTron } from '../wallet/same-account.ts';
import { requestAccount, requestSignature } from '../wallet/sign-in.ts';
import { withWallet } from '../wallet/with-wallet.ts';
import { readSession } from './answers.ts';
import type { PageConfig } from './config.ts';
import type { Memory } from './memory.ts';
import type { At, Notice, PageEvent, PageState } from './page-state.ts';
import { chosenToken } from './tokens.ts';

/** Everything the effects share. */
export interface World {
  readonly config: PageConfig;
  readonly api: AuthApi;
  readonly memory: Memory;
  readonly dispatch: (event: PageEvent) => void;
  readonly provider: (walletId: string) => Provider | undefined;
  /** The page's own place, which a sign-in text has to name. */
  readonly here: { readonly host: string; readonly origin: string };
  /** One for the whole page load, so that a lost answer does not cause a second link. */
  readonly idempotencyKey: string;
  /** Aborted once the page has left the state that it is in when this is read. */
  readonly signal: AbortSignal;
}

/** Runs the effect of a page state. Each effect ends by dispatching its result. */
export function arrive(world: World, state: PageState): void {
  switch (state.at) {
    case 'opening':
      void open(world);
      break;
    case 'unreachable':
    case 'limited':
      runLater(world.signal, state.waitS * 1000, () => world.dispatch({ type: 'retry' }));
      break;
    case 'connecting':
      void connect(world, state);
      break;
    case 'signing':
      void signIn(world, state);
      break;
    case 'reading':
      void read(world);
      break;
    case 'saving':
      void save(world, state);
      break;
    case 'linking':
      void link(world, state);
      break;
    case 'leaving':
      void leave(world);
      break;
    case 'done':
      world.memory.write(state);
      break;
    default:
      break;
  }
}

async function open({ memory, api, dispatch }: World): Promise<void> {
  const linked = memory.read();
  if (linked !== undefined) return dispatch({ type: 'remembered', linked });
  const answer = await api.session();
  const { address } = readSession(answer.body);
  if (address === undefined || !isOnTron(address)) return dispatch({ type: 'opened', answer });
  // With it the network comes onto the page's list, before anything of it is shown.
  const tron = await import('./tron.ts');
  const isMistyped = !(await tron.hasRightChecksum(address));
  dispatch({ type: 'opened', answer, isMistyped });
}

async function read({ api, dispatch, config }: World): Promise<void> {
  const [invitation, destination] = await Promise.all([
    api.invitation(config.token),
    api.destination(),
  ]);
  dispatch({ type: 'read', invitation, destination });
}

async function connect(world: World, { wallet }: At<'connecting'>): Promise<void> {
  const { signal } = world;
  const refusal = await withWallet(world.provider(wallet.id), async (provider) => {
    const account = await requestAccount(provider);
    if (!signal.aborted) world.dispatch({ type: 'connected', ...account });
  });
  if (refusal === undefined || signal.aborted) return;
  world.dispatch({ type: 'sign_in_failed', notice: noticeOf(refusal) });
}

/** Fetches a text, checks its content, requests its signature and sends the signature. */
async function signIn(world: World, state: At<'signing'>): Promise<void> {
  const { signal } = world;
  const { address, chainId } = state;
  const event = await signText(world, { address, chainId, walletId: state.wallet.id, signal });
  if (!signal.aborted) world.dispatch(event);
}

interface Signing {
  readonly address: string;
  readonly chainId: number;
  readonly walletId: string;
  readonly signal: AbortSignal;
}

async function signText(world: World, signing: Signing): Promise<PageEvent> {
  const { address, chainId, walletId, signal } = signing;
  const answer = await world.api.challenge({ address, chainId });
  if (answer.status !== 201) return failed(apiNotice(answer.status, 'refused'));
  const { challengeId, nonce, message, expiresAt } = {
    ...{ challengeId: '', nonce: '', message: '', expiresAt: '' },
    ...texts(answer.body, ['challengeId', 'nonce', 'message', 'expiresAt']),
  };
  const problem = checkChallenge(message, { ...world.here, address, chainId, nonce, expiresAt });
  if (problem !== undefined) return { type: 'distrusted', problem };
  // After going back, no request must stay open in the wallet.
  if (signal.aborted) return failed('declined');
  let signature = '';
  const refusal = await withWallet(world.provider(walletId), async (provider) => {
    signature = await requestSignature(provider, { address, text: message });
  });
  if (refusal !== undefined) return failed(noticeOf(refusal));
  if (signal.aborted) return failed('declined');
  const verified = await world.api.verify({ challengeId, nonce, message, signature });
  if (verified.status === 200) return { type: 'signed_in' };
  return failed(verifyNotice(verified));
}

/** The message for a signature that did not sign in. */
function verifyNotice({ status, body }: Answer): Notice {
  if (readRefusal(body).code === 'contract_on_other_chain') return 'other_chain';
  const refusals: Readonly<Record<number, Notice>> = {
    400: 'challenge_stale',
    401: 'signature_refused',
  };
  return refusals[status] ?? apiNotice(status, 'refused');
}

function failed(notice: Notice): PageEvent {
  return { type: 'sign_in_failed', notice };
}

function apiNotice(status: number, otherwise: Notice): Notice {
  if (status === 429) return 'limited';
  return status === 0 || status >= 500 ? 'unreachable' : otherwise;
}

function noticeOf(refusal: WalletAnswer): Notice {
  switch (refusal) {
    case 'declined':
    case 'busy':
    case 'wrong_account':
    case 'wrong_checksum':
      return refusal;
    case 'unsupported':
      return 'wallet_unsupported';
    default:
      return 'wallet_failed';
  }
}

async function save({ api, dispatch }: World, { choices, session }: At<'saving'>): Promise<void> {
  const token = chosenToken(choices, session.address);
  if (token === undefined) return;
  const { chainId, address } = token;
  dispatch({
    type: 'saved',
    answer: await api.registerDestination({ tokenAddress: address, chainId }),
  });
}

async function link(world: World, { invitation, choices }: At<'linking'>): Promise<void> {
  const { token } = world.config;
  const { idempotencyKey } = world;
  const provider = choices.screening === 'none' ? null : choices.screening;
  const kyt = invitation.choosesScreening ? { provider } : undefined;
  world.dispatch({
    type: 'linked',
    answer: await world.api.accept({ token, kyt, idempotencyKey }),
  });
}

async function leave({ api, dispatch }: World): Promise<void> {
  dispatch({ type: 'left', answer: await api.logOut() });
}
