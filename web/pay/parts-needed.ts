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
