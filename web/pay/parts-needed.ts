import type { PageConfig } from './config.ts';
import { isPlain, linkOf } from './page.tsx';
import type { PageState } from './page-state.ts';

/**
 * The later parts that the page loads by itself for a state that it begins in, so that its document names them and none waits for the one
 * before. A part that is left out here comes later and not less surely.
 */
export function partsNeeded(state: PageState, { testWallets }: PageConfig): readonly string[] {
  const networkId = linkOf(state)?.networkId;
  const isOfTron = networkId === 'tron';
  const hasWallets = state.at === 'connect';
  return [
    'controller',
    ...(isPlain(state) ? [] : ['more']),
    ...(isOfTron ? ['tron'] : []),
    ...(hasWallets && !isOfTron && testWallets !== undefined ? ['testWallet'] : []),
    ...(state.at === 'done' ? ['billed'] : []),
  ];
}

/**
 * Whether the wallets of the browser can be offered before the page knows more than the API's first answer: any wallet of one kind may pay, and
 * nothing has been seen of a payment. What only the browser knows, the script that offers them looks up.
 */
export function offersAtOnce(state: PageState, { mode }: PageConfig): boolean {
  if (state.at !== 'connect' || state.link === undefined || state.notice !== undefined)
    return false;
  const { networkId, network } = state.link;
  return networkId !== 'tron' && (mode === 'production' || network.testnet === true);
}
