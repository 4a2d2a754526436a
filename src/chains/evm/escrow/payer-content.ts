import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import type { Currency } from '#catalog/currencies.ts';
import type { EscrowCollectors } from '#catalog/escrows.ts';
import { TOKEN_PERMITS } from '#catalog/token-permits.ts';
import { invariant } from '#kit/failure.ts';
import type { EscrowCollection, EscrowTerms } from '../../escrow.ts';
import type { ContentToSign } from '../../signed-payments.ts';
import { evmAddress } from '../address.ts';
import { secondsOf, tokenDomain } from '../permits/token-domain.ts';
import { type EscrowPlace, hashOf } from './payment-info.ts';

const field = (name: string, type: string) => ({ name, type });

const RECEIVE_TYPES = {
  ReceiveWithAuthorization: [
    field('from', 'address'),
    field('to', 'address'),
    field('value', 'uint256'),
    field('validAfter', 'uint256'),
    field('validBefore', 'uint256'),
    field('nonce', 'bytes32'),
  ],
};

const PERMIT2_TYPES = {
  PermitTransferFrom: [
    field('permitted', 'TokenPermissions'),
    field('spender', 'address'),
    field('nonce', 'uint256'),
    field('deadline', 'uint256'),
  ],
  TokenPermissions: [field('token', 'address'), field('amount', 'uint256')],
};

/** Circle's tokens alone are known to take signed transfers. */
const AUTHORIZATION_SYMBOLS: ReadonlySet<string> = new Set(['USDC', 'EURC']);

/** Whether payers sign for a token in this way; see `EscrowReads.takes`. */
export function takesCollection(
  collection: EscrowCollection,
  { id, symbol, type }: Currency,
): boolean {
  if (type === 'ETH') return false;
  if (collection !== 'erc3009') return true;
  return AUTHORIZATION_SYMBOLS.has(symbol) && TOKEN_PERMITS.has(id);
}

/** Whom the payer lets take the token; undefined where the signature alone moves it. */
export function payerSpender(
  { preApproval }: EscrowCollectors,
  collection: EscrowCollection,
): string | undefined {
  return { pre_approval: preApproval, erc3009: undefined, permit2: PERMIT2_ADDRESS }[collection];
}

/**
 * What the payer signs. The number that makes it usable once is the hash of the whole payment without its payer: with other
 * words the escrow's collector asks for another number, which nobody has signed.
 */
export function payerContent(
  place: EscrowPlace,
  { collectors }: { readonly collectors: EscrowCollectors },
  { terms, collection }: { readonly terms: EscrowTerms; readonly collection: EscrowCollection },
): ContentToSign | undefined {
  if (collection === 'pre_approval') return undefined;
  const hash = hashOf(place, terms, { isUnnamed: true });
  const deadline = String(secondsOf(terms.preApprovalExpiresAt));
  const token = terms.currency.address;
  if (collection === 'permit2') {
    return {
      domain: {
        name: 'Permit2',
        chainId: place.network.chainId,
        verifyingContract: PERMIT2_ADDRESS,
      },
      types: PERMIT2_TYPES,
      values: {
        permitted: { token: evmAddress(token), amount: String(terms.maxUnits) },
        spender: evmAddress(collectors.permit2),
        nonce: String(BigInt(hash)),
        deadline,
      },
    };
  }
  const permit = TOKEN_PERMITS.get(terms.currency.id);
  invariant(permit !== undefined, `${terms.currency.id} takes no signed transfers`);
  return {
    domain: tokenDomain(place.network, token, permit),
    types: RECEIVE_TYPES,
    values: {
      from: evmAddress(terms.payerAddress),
      to: evmAddress(collectors.erc3009),
      value: String(terms.maxUnits),
      validAfter: '0',
      validBefore: deadline,
      nonce: hash,
    },
  };
}
