/** A Safe in whose interface this page is shown, as the one wallet of the page. Loaded within another page only. */

import { member } from '../../engine/members.ts';
import { request } from '../../engine/request.ts';
import { pause } from '../../engine/wait.ts';
import { noteFramedWallets } from '../../wallet/discover.ts';
import type { FoundWallet } from '../../wallet/provider.ts';
import {
  type FrameWindow,
  meetSafe,
  type SafeInfo,
  type SafeInterface,
} from '../../wallet/safe-interface.ts';
import { openSafeProvider } from '../../wallet/safe-provider.ts';
import type { PageConfig } from '../config.ts';
import { isForSafes } from '../framing.ts';
import type { Link } from '../link.ts';
import { safeAppMessages as messages } from '../messages/en/safe-app.ts';
import type { PageEvent, PageState } from '../page-state.ts';
import type { FramedProblem } from './framed-problem.ts';

export { Framed } from '../screens/framed.tsx';

export const { title: framedTitle } = messages;

/** Under this name the Safe around the page is stored as the wallet that was used. */
const SAFE_APP_ID = 'global.safe.app';

const ANSWER_TIMEOUT_MS = 8_000;

/** Milliseconds between two looks whether the person has chosen another Safe. */
const INFO_POLL_MS = 2_000;

/** How often the API is asked what the account is, and what it waits between. */
const CHECKS_MAX = 5;
const CHECK_AGAIN_MS = 2_000;

/** How often an interface is greeted again that did not answer; each takes some seconds. */
const LATE_MAX = 8;

interface Framing {
  readonly config: PageConfig;
  /** Of the page when it looks for wallets. */
  readonly state: PageState;
  readonly dispatch: (event: PageEvent) => void;
}

interface FrameParts {
  /** The window that the page is in. */
  readonly frame: FrameWindow;
  /** Begins anew, once another Safe was chosen. */
  readonly reload: () => void;
}

const browser: FrameParts = {
  get frame() {
    return window;
  },
  reload: () => location.reload(),
};

/**
 * The Safe around the page, where its interface is one that the server named and the Safe can pay this link; no wallet
 * in any other frame, and then the problem is reported.
 */
export async function findSafe(
  { config, state, dispatch }: Framing,
  { frame, reload } = browser,
): Promise<readonly FoundWallet[]> {
  const { safeAppOrigins = [] } = config;
  const link = 'link' in state ? state.link : undefined;
  const isPayable = link !== undefined && isForSafes(link);
  const safe = isPayable ? await meetSafe(frame, safeAppOrigins) : undefined;
  if (!isPayable || safe === undefined) {
    dispatch({ type: 'framed', problem: 'alone' });
    if (isPayable) void meetLate(frame, safeAppOrigins).then((isThere) => isThere && reload());
    return [];
  }
  const problem = await problemOf(safe.info, { config, link });
  if (problem === undefined) {
    const provider = openSafeProvider(safe);
    const found = [{ id: SAFE_APP_ID, name: messages.wallet, icon: undefined, provider }];
    noteFramedWallets(found);
    return found;
  }
  dispatch({ type: 'framed', problem });
  void awaitChange(safe).then(reload);
  return [];
}

/** Whether an interface answers that did not at first: one that loads slowly is there some time after its frame. */
async function meetLate(frame: FrameWindow, origins: readonly string[]): Promise<boolean> {
  for (let tries = 0; tries < LATE_MAX; tries += 1) {
    await pause(INFO_POLL_MS);
    if ((await meetSafe(frame, origins)) !== undefined) return true;
  }
  return false;
}

/** Resolves once the interface shows another Safe, or the same one to somebody else. */
async function awaitChange({ info, readInfo }: SafeInterface): Promise<void> {
  for (;;) {
    await pause(INFO_POLL_MS);
    const now = await readInfo();
    const isSame = (name: keyof SafeInfo) => now?.[name] === info[name];
    if (now !== undefined && !(isSame('address') && isSame('chainId') && isSame('isReadOnly')))
      return;
  }
}

/** What keeps a Safe from paying a link. Its network and that it is a Safe there are by the chain, which the API reads. */
async function problemOf(
  { address, chainId, isReadOnly }: SafeInfo,
  { config, link }: { readonly config: PageConfig; readonly link: Link },
): Promise<FramedProblem | undefined> {
  if (chainId !== link.network.chainId) {
    const { isBridgedFrom } = await import('../crosschain/pay-crosschain.ts');
    if (!isBridgedFrom(link, chainId)) return 'network';
    // What it is there is read when the payment is prepared.
    return isReadOnly ? 'read_only' : undefined;
  }
  const isSafe = await readIsSafe(config, address);
  if (isSafe === undefined) return 'alone';
  if (!isSafe) return 'not_safe';
  return isReadOnly ? 'read_only' : undefined;
}

/** Whether the account is a Safe on the link's network; undefined where the API does not say. */
async function readIsSafe(
  { apiUrl, clientId, token }: PageConfig,
  address: string,
): Promise<boolean | undefined> {
  const link = `${apiUrl}/v2/secure-payments/${encodeURIComponent(token)}`;
  const headers = { 'x-client-id': clientId, accept: 'application/json' };
  for (let checks = 0; checks < CHECKS_MAX; checks += 1) {
    const url = `${link}/pay?wallet=${address}&isSafe=true`;
    const { status, body } = await request(
      url,
      { headers, credentials: 'omit' },
      ANSWER_TIMEOUT_MS,
    );
    if (status === 400 && member(body, 'code') === 'payer_is_not_safe') return false;
    // Whatever else keeps the link from being paid is said where it is prepared.
    if (status >= 200 && status < 500 && status !== 429) return true;
    await pause(CHECK_AGAIN_MS);
  }
  return undefined;
}
