import { type Answer, readRefusal, texts } from '../api/answer.ts';
import type { AuthApi } from '../api/auth.ts';
import type { Provider } from '../wallet/provider.ts';
import { askAccount, askSignature } from '../wallet/sign-in.ts';
import { checkChallenge } from './check-challenge.ts';
import type { PageConfig } from './config.ts';
import type { Memory } from './memory.ts';
import type { At, Notice, Visit, VisitEvent } from './places.ts';
import { chosenToken } from './tokens.ts';

/** Everything the effects share. */
export interface World {
  readonly config: PageConfig;
  readonly api: AuthApi;
  readonly memory: Memory;
  readonly tell: (event: VisitEvent) => void;
  readonly provider: (walletId: string) => Provider | undefined;
  /** The page's own place, which a sign-in text has to name. */
  readonly here: { readonly host: string; readonly origin: string };
  /** One for the whole visit, so that an answer that got lost is not a second link. */
  readonly idempotencyKey: string;
  /** Ends what the place before had begun. */
  left: AbortController;
}

/** Does what a place asks for. Each effect ends by telling what came of it. */
export function arrive(world: World, visit: Visit): void {
  switch (visit.at) {
    case 'opening':
      void open(world);
      break;
    case 'unreachable':
    case 'limited':
      retryLater(world, visit.waitS * 1000);
      break;
    case 'connecting':
      void connect(world, visit);
      break;
    case 'signing':
      void signIn(world, visit);
      break;
    case 'reading':
      void read(world);
      break;
    case 'saving':
      void save(world, visit);
      break;
    case 'linking':
      void link(world, visit);
      break;
    case 'leaving':
      void leave(world);
      break;
    case 'done':
      world.memory.write(visit);
      break;
    default:
      break;
  }
}

async function open({ memory, api, tell }: World): Promise<void> {
  const linked = memory.read();
  if (linked !== undefined) tell({ type: 'remembered', linked });
  else tell({ type: 'opened', answer: await api.session() });
}

async function read({ api, tell, config }: World): Promise<void> {
  const [invitation, destination] = await Promise.all([
    api.invitation(config.token),
    api.destination(),
  ]);
  tell({ type: 'read', invitation, destination });
}

async function connect(world: World, { wallet }: At<'connecting'>): Promise<void> {
  const { signal } = world.left;
  const provider = world.provider(wallet.id);
  const asked =
    provider === undefined ? ({ refusal: 'failed' } as const) : await askAccount(provider);
  if (signal.aborted) return;
  if ('refusal' in asked) world.tell({ type: 'sign_in_failed', notice: noticeOf(asked.refusal) });
  else world.tell({ type: 'connected', ...asked });
}

/** Asks for a text, holds it against what it may say, has it signed and shows the signature. */
async function signIn(world: World, visit: At<'signing'>): Promise<void> {
  const { signal } = world.left;
  const { address, chainId } = visit;
  const event = await signText(world, { address, chainId, walletId: visit.wallet.id, signal });
  if (!signal.aborted) world.tell(event);
}

interface Signing {
  readonly address: string;
  readonly chainId: number;
  readonly walletId: string;
  readonly signal: AbortSignal;
}

async function signText(world: World, signing: Signing): Promise<VisitEvent> {
  const { address, chainId, walletId, signal } = signing;
  const answer = await world.api.challenge({ address, chainId });
  if (answer.status !== 201) return failed(apiNotice(answer.status, 'refused'));
  const { challengeId, nonce, message, expiresAt } = {
    ...{ challengeId: '', nonce: '', message: '', expiresAt: '' },
    ...texts(answer.body, ['challengeId', 'nonce', 'message', 'expiresAt']),
  };
  const problem = checkChallenge(message, { ...world.here, address, chainId, nonce, expiresAt });
  if (problem !== undefined) return { type: 'distrusted', problem };
  const provider = world.provider(walletId);
  // Whoever went back must not find a wallet asking behind the page.
  if (provider === undefined || signal.aborted) return failed('wallet_failed');
  const asked = await askSignature(provider, { address, text: message });
  if ('refusal' in asked) return failed(noticeOf(asked.refusal));
  if (signal.aborted) return failed('declined');
  const { signature } = asked;
  const verified = await world.api.verify({ challengeId, nonce, message, signature });
  if (verified.status === 200) return { type: 'signed_in' };
  return failed(verifyNotice(verified));
}

/** What to say of a signature that did not sign anybody in. */
function verifyNotice({ status, body }: Answer): Notice {
  if (readRefusal(body).code === 'contract_on_other_chain') return 'other_chain';
  const refusals: Readonly<Record<number, Notice>> = {
    400: 'challenge_stale',
    401: 'signature_refused',
  };
  return refusals[status] ?? apiNotice(status, 'refused');
}

function failed(notice: Notice): VisitEvent {
  return { type: 'sign_in_failed', notice };
}

function apiNotice(status: number, otherwise: Notice): Notice {
  if (status === 429) return 'limited';
  return status === 0 || status >= 500 ? 'unreachable' : otherwise;
}

function noticeOf(refusal: string): Notice {
  switch (refusal) {
    case 'declined':
    case 'busy':
    case 'wrong_account':
      return refusal;
    case 'unsupported':
      return 'wallet_unsupported';
    default:
      return 'wallet_failed';
  }
}

async function save({ api, tell }: World, { choices }: At<'saving'>): Promise<void> {
  const token = chosenToken(choices);
  if (token === undefined) return;
  const { chainId, address } = token;
  tell({
    type: 'saved',
    answer: await api.registerDestination({ tokenAddress: address, chainId }),
  });
}

async function link(world: World, { invitation, choices }: At<'linking'>): Promise<void> {
  const { token } = world.config;
  const { idempotencyKey } = world;
  const provider = choices.screening === 'none' ? null : choices.screening;
  const kyt = invitation.choosesScreening ? { provider } : undefined;
  world.tell({ type: 'linked', answer: await world.api.accept({ token, kyt, idempotencyKey }) });
}

async function leave({ api, tell }: World): Promise<void> {
  tell({ type: 'left', answer: await api.logOut() });
}

function retryLater(world: World, waitMs: number): void {
  const timer = setTimeout(() => world.tell({ type: 'retry' }), waitMs);
  world.left.signal.addEventListener('abort', () => clearTimeout(timer));
}
