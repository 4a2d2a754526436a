import { TRUSTED } from '../trusted.generated.ts';
import type { TrustedNetwork } from '../trusted-network.ts';
import { TRON_ADDRESS } from './tron-address.ts';
import { TRUSTED_TRON } from './trusted-tron.generated.ts';

/** Tron as the page knows it. */
const TRON: TrustedNetwork = {
  ...TRUSTED_TRON,
  // Solidified blocks are some nineteen behind the newest.
  blocksToCount: 20,
  addressPattern: TRON_ADDRESS,
  destinationPattern:
    /^(T[1-9A-HJ-NP-Za-km-z]{33})@eip155:([0-9]+)#[0-9A-Fa-f]{8}:(T[1-9A-HJ-NP-Za-km-z]{33})$/,
  transactionPath: 'transaction',
  walletApp: { name: 'Open in TronLink', linkTo: tronLinkOf },
};

/** Opens a page in the browser of TronLink’s app. */
function tronLinkOf(url: string): string {
  const param = { url, action: 'open', protocol: 'TronLink', version: '1.0' };
  return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`;
}

// The first script has no room for a network that most links are not of: this file adds it where it is needed.
Object.assign(TRUSTED, { tron: TRON });
