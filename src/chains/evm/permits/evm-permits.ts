import {
  concat,
  domainSeparator,
  getTypesForEIP712Domain,
  hashTypedData,
  hexToBigInt,
  numberToHex,
  parseAbi,
  type TypedDataDomain,
} from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { PERMIT2_ADDRESS } from '#catalog/contracts.ts';
import type { Network } from '#catalog/networks.ts';
import { TOKEN_PERMITS } from '#catalog/token-permits.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import { recoverSigner } from '../../key-signature.ts';
import type {
  Permit,
  PermitCheck,
  PermitContent,
  PermitQuery,
  PermitTerms,
  TokenPermits,
} from '../../permits.ts';
import type { Call } from '../../signing.ts';
import { evmAddress } from '../address.ts';
import { addressArgument, contractFunction, encodeCall, referenceArgument } from '../encode.ts';
import type { EvmNodeClient } from '../nodes/evm-connection.ts';
import {
  callIfThere,
  EIP2612_TYPES,
  isWord,
  readSeparator,
  readTokenNonce,
  secondsOf,
  tokenDomain,
} from './token-domain.ts';

const abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)',
  'function nonceBitmap(address owner, uint256 word) view returns (uint256)',
]);
const setAllowance = contractFunction(abi, 'permit');
const takeTokens = contractFunction(abi, 'permitTransferFrom');
const bitmapOf = contractFunction(abi, 'nonceBitmap');
const allowanceOf = contractFunction(erc20Abi, 'allowance');

const PERMIT2_TYPES = {
  PermitTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
};

/** The permits of a network's tokens. */
export function evmPermits(node: EvmNodeClient): TokenPermits {
  const { network } = node;
  return {
    readTerms: (query) => readTerms(node, query),
    content: (permit) => permitContent(network, permit),
    check: (permit, signature) => checkPermit(network, permit, signature),
  };
}

const permit2Domain = ({ chainId }: Network) =>
  ({ name: 'Permit2', chainId, verifyingContract: PERMIT2_ADDRESS }) as const;

/**
 * A token's own permit where it has one of an amount, else Permit2 where the holder lets that contract take the token already. The form
 * of DAI on Ethereum knows everything or nothing, and is left out.
 */
async function readTerms(
  node: EvmNodeClient,
  query: PermitQuery,
): Promise<PermitTerms | undefined> {
  const { network } = node;
  const { holder, currency } = query;
  const token = evmAddress(currency.address);
  const permit2Nonce = permit2NonceOf(query);
  const [word, bit] = [permit2Nonce >> 8n, permit2Nonce & 255n];
  const owner = addressArgument(holder);
  const [nonce, separator, bitmap, allowance] = await node.query((client) =>
    Promise.all([
      readTokenNonce(client, network, query),
      readSeparator(client, PERMIT2_ADDRESS),
      callIfThere(client, PERMIT2_ADDRESS, encodeCall(bitmapOf, [owner, word])),
      callIfThere(client, token, encodeCall(allowanceOf, [owner, PERMIT2_ADDRESS])),
    ]),
  );
  const hasExactPermit = TOKEN_PERMITS.get(currency.id)?.form === 'eip2612';
  if (hasExactPermit && nonce !== undefined) {
    return { kind: 'eip2612', nonce, isUsed: false, unitsMax: undefined };
  }
  const isOurs = separator === domainSeparator({ domain: permit2Domain(network) });
  if (!isOurs || !isOneWord(bitmap) || !isOneWord(allowance)) return undefined;
  const unitsMax = hexToBigInt(allowance);
  const isUsed = ((hexToBigInt(bitmap) >> bit) & 1n) === 1n;
  return unitsMax === 0n ? undefined : { kind: 'permit2', nonce: permit2Nonce, isUsed, unitsMax };
}

function isOneWord(answer: Hex | undefined): answer is Hex {
  return answer !== undefined && isWord(answer);
}

/** Permit2 takes any number once. This one follows from the query, so that nothing is stored between preparing and submitting. */
function permit2NonceOf({ account, paymentReferences, expiresAt }: PermitQuery): bigint {
  const deadline = numberToHex(secondsOf(expiresAt), { size: 32 });
  const references = paymentReferences.map((reference) => referenceArgument(reference));
  const parts = [addressArgument(account), ...references, deadline];
  return hexToBigInt(keccak256(bytesOf(concat(parts))));
}

/** What a key signs for a permit. */
export function permitContent(network: Network, permit: Permit): PermitContent {
  const { kind, currency, units, nonce, expiresAt } = permit;
  const spender = evmAddress(permit.account);
  const signed = { spender, nonce: String(nonce), deadline: String(secondsOf(expiresAt)) };
  if (kind === 'permit2') {
    const permitted = { token: evmAddress(currency.address), amount: String(units) };
    const domain = permit2Domain(network);
    const message = { permitted, ...signed };
    return described({ domain, types: PERMIT2_TYPES, primaryType: 'PermitTransferFrom', message });
  }
  const row = TOKEN_PERMITS.get(currency.id);
  invariant(row?.form === 'eip2612', `${currency.id} takes no signed approvals of an amount`);
  const { deadline, nonce: counted } = signed;
  return described({
    domain: tokenDomain(network, currency.address, row),
    types: EIP2612_TYPES,
    primaryType: 'Permit',
    message: {
      owner: evmAddress(permit.holder),
      spender,
      value: String(units),
      nonce: counted,
      deadline,
    },
  });
}

/** With the type of the domain, which `eth_signTypedData_v4` needs. */
function described(parts: PermitContent & { readonly domain: TypedDataDomain }): PermitContent {
  const { domain, types } = parts;
  return { ...parts, types: { EIP712Domain: [...getTypesForEIP712Domain({ domain })], ...types } };
}

/** Whether the holder's key signed exactly this permit. */
export async function checkPermit(
  network: Network,
  permit: Permit,
  signature: Hex,
): Promise<PermitCheck> {
  if (await isSigned(network, permit, signature)) return permit.isUsed ? 'used_before' : 'valid';
  if (permit.kind !== 'eip2612' || permit.nonce === 0n) return 'not_signed';
  const earlier = { ...permit, nonce: permit.nonce - 1n };
  return (await isSigned(network, earlier, signature)) ? 'used_before' : 'not_signed';
}

async function isSigned(network: Network, permit: Permit, signature: Hex): Promise<boolean> {
  const signer = await recoverSigner(hashTypedData(permitContent(network, permit)), signature);
  return signer !== undefined && !signer.malleable && signer.address === evmAddress(permit.holder);
}

/** The call by which an account submits a permit: of the token, or of Permit2, which moves the tokens to the account that calls. */
export function encodePermit(permit: Permit, signature: Hex): Call {
  const { kind, currency, holder, account, units, nonce, expiresAt } = permit;
  const deadline = secondsOf(expiresAt);
  const owner = addressArgument(holder);
  const [r, s, v] = partsOf(signature);
  if (kind === 'permit2') {
    const permitted = { token: addressArgument(currency.address), amount: units };
    const details = { to: addressArgument(account), requestedAmount: units };
    const signed = concat([r, s, numberToHex(v, { size: 1 })]);
    const data = encodeCall(takeTokens, [{ permitted, nonce, deadline }, details, owner, signed]);
    return { to: PERMIT2_ADDRESS, data, valueUnits: 0n };
  }
  const data = encodeCall(setAllowance, [
    owner,
    addressArgument(account),
    units,
    deadline,
    v,
    r,
    s,
  ]);
  return { to: evmAddress(currency.address), data, valueUnits: 0n };
}

/** Contracts take 27 and 28 only, and some wallets write 0 and 1. */
function partsOf(signature: Hex): [r: Hex, s: Hex, v: number] {
  const parity = Number.parseInt(signature.slice(130, 132), 16) % 27;
  return [`0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`, 27 + parity];
}
