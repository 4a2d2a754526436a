import { type Address, readAddress } from '#catalog/addresses.ts';
import { NETWORKS, type Network, networkByChainId } from '#catalog/networks.ts';
import { type Refusal, refuseField } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';

/** Whom to pay, on which chain, in which token: what a destination ID says. */
export interface DestinationId {
  /** The whole text, with the checksum, and addresses as their chain shows them. */
  readonly text: string;
  /** The part before the token: who is paid, and where. */
  readonly interopAddress: string;
  readonly network: Network;
  readonly walletAddress: string;
  readonly tokenAddress: string;
}

interface DestinationParts {
  readonly network: Network;
  readonly walletAddress: string;
  readonly tokenAddress: string;
}

/** The longest text that is parsed; a real one has some 110 characters. */
const TEXT_MAX = 200;

const FORM = /^([^@:#]+)@eip155:([1-9][0-9]{0,15})(?:#([0-9a-fA-F]{8}))?:([^@:#]+)$/;

const KNOWN_FORMS =
  'a wallet, its chain and a token, such as ' +
  '"0x1111111111111111111111111111111111111111@eip155:8453#34790435:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"';

/** ERC-7930: chains of this namespace, in a record of this version. */
const VERSION = new Uint8Array([0, 1]);
const EIP155 = new Uint8Array([0, 0]);
const CHECKSUM_BYTES = 4;

/**
 * Reads a destination ID: ERC-7828's `wallet@eip155:chain#CHECKSUM:token`, without a network call.
 * A checksum that is missing is added.
 *
 * Refuses (400, naming `field`) another form, a chain we do not know, an address that its chain
 * refuses or whose own checksum is wrong, and a wrong checksum, naming the right one.
 */
export function parseDestinationId(text: string, field = 'destinationId'): DestinationId {
  const match = text.length <= TEXT_MAX ? FORM.exec(text) : null;
  const [, wallet = '', chain = '', checksum, token = ''] = match ?? [];
  if (match === null) throw invalidDestinationId(field);
  const network = networkByChainId(Number(chain));
  if (network === undefined) throw refuse(field, unknownChain(chain));
  const walletAddress = addressOf(network, { text: wallet, what: 'the wallet', field });
  const tokenAddress = addressOf(network, { text: token, what: 'the token', field });
  const right = checksumOf(network, walletAddress);
  if (checksum !== undefined && checksum.toUpperCase() !== right) {
    const message = `Invalid destination ID format: the checksum #${checksum} is wrong; for this wallet and chain it is #${right}`;
    throw refuse(field, message);
  }
  if (walletAddress.text === tokenAddress.text) {
    throw refuse(
      field,
      `the wallet of ${field} is the token's own contract; money sent there is lost`,
    );
  }
  return describe(network, { wallet: walletAddress, token: tokenAddress, checksum: right });
}

/** 400: a text that has not the form of a destination ID. */
export function invalidDestinationId(field: string): Refusal {
  return refuse(field, `Invalid destination ID format: it must be ${KNOWN_FORMS}`);
}

/**
 * Writes a destination ID. The addresses must be ones that `parseDestinationId` accepts; otherwise
 * it refuses (400).
 */
export function formatDestinationId(parts: DestinationParts): DestinationId {
  const { network, walletAddress, tokenAddress } = parts;
  const wallet = addressOf(network, {
    text: walletAddress,
    what: 'the wallet',
    field: 'walletAddress',
  });
  const token = addressOf(network, {
    text: tokenAddress,
    what: 'the token',
    field: 'tokenAddress',
  });
  return describe(network, { wallet, token, checksum: checksumOf(network, wallet) });
}

/** The interoperable address of a wallet as ERC-7930 bytes: version 1, chain, address. */
export function binaryInteropAddress(network: Network, walletAddress: string): Hex {
  const wallet = addressOf(network, {
    text: walletAddress,
    what: 'the wallet',
    field: 'walletAddress',
  });
  return hexOf(Buffer.concat([VERSION, bodyOf(network, wallet)]));
}

interface Described {
  readonly wallet: Address;
  readonly token: Address;
  readonly checksum: string;
}

function describe(network: Network, { wallet, token, checksum }: Described): DestinationId {
  const interopAddress = `${wallet.text}@eip155:${network.chainId}#${checksum}`;
  return {
    text: `${interopAddress}:${token.text}`,
    interopAddress,
    network,
    walletAddress: wallet.text,
    tokenAddress: token.text,
  };
}

/** ERC-7828: the first four bytes of the keccak-256 of the ERC-7930 record without its version. */
function checksumOf(network: Network, wallet: Address): string {
  return keccak256(bodyOf(network, wallet))
    .slice(2, 2 + 2 * CHECKSUM_BYTES)
    .toUpperCase();
}

/** Chain type, then chain id in as few bytes as it needs, then address, each with its length. */
function bodyOf(network: Network, wallet: Address): Uint8Array {
  const digits = network.chainId.toString(16);
  const reference = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([
    EIP155,
    new Uint8Array([reference.length]),
    reference,
    new Uint8Array([wallet.bytes.length]),
    wallet.bytes,
  ]);
}

interface AddressPart {
  readonly text: string;
  /** The name of the part of the destination. */
  readonly what: string;
  readonly field: string;
}

function addressOf(network: Network, part: AddressPart): Address {
  const address = readAddress(network.family, part.text);
  if (!('problem' in address)) return address;
  throw refuse(part.field, `Invalid destination ID format: ${part.what} ${address.problem}`);
}

function unknownChain(chain: string): string {
  const known = Object.values(NETWORKS).map((network) => `${network.chainId} (${network.name})`);
  return `Invalid destination ID format: chain ${chain} is not supported; supported are ${known.join(', ')}`;
}

function refuse(field: string, message: string): Refusal {
  return refuseField(field, message, 'invalid_destination_id');
}
