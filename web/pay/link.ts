import { readView } from '../api/answer.ts';
import { sameAddress } from '../ui/address.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import type { TrustedNetwork, TrustedToken } from '../wallet/trusted-network.ts';

/** One payment as the page shows it: what the calldata is later held against. */
export interface Link {
  readonly networkId: string;
  readonly network: TrustedNetwork;
  readonly token: TrustedToken;
  readonly amountUnits: bigint;
  /** Undefined while it is masked: it is shown to wallets that may pay. */
  readonly payee: string | undefined;
  readonly reference: string | undefined;
  /** What the contract call must carry, so that the payment finds its way back. */
  readonly paymentReference: string | undefined;
  readonly redirect: Redirect | undefined;
}

/** The button on the success screen. */
export interface Redirect {
  readonly url: string;
  readonly label: string | undefined;
}

/** Why a link cannot be shown as one that can be paid here. */
export type LinkProblem =
  /** It is shown to wallets that may pay only. */
  | 'hidden'
  /** A kind of payment, network or token that this page does not know. */
  | 'unsupported'
  /** The answer contradicts itself or the page's own list. */
  | 'contradiction';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const UNITS = /^[1-9][0-9]{0,77}$/;
/** `wallet@eip155:chain#CHECKSUM:token`, of which the checksum is the API's affair. */
const DESTINATION_ID = /^(0x[0-9a-fA-F]{40})@eip155:([0-9]+)#[0-9A-Fa-f]{8}:(0x[0-9a-fA-F]{40})$/;

/** Reads the display data of a link and compares it with itself and with the page's own list. */
export function readLink(body: unknown): Link | LinkProblem {
  const view = readView(body);
  if (isHidden(view)) return 'hidden';
  const networkId = view.network ?? '';
  const network = own(TRUSTED, networkId);
  const token = own(network?.tokens ?? {}, view.paymentCurrency ?? '');
  const payable = view.paymentType === 'single';
  if (!payable || network === undefined || token === undefined) return 'unsupported';

  const payee = view.isPayeeAddressMasked === true ? undefined : (view.payee ?? '');
  if (!isReadable(payee, view.amount ?? '')) return 'contradiction';
  const link: Link = {
    networkId,
    network,
    token,
    amountUnits: BigInt(view.amount ?? '0'),
    payee,
    reference: view.reference ?? undefined,
    paymentReference: view.paymentReference ?? undefined,
    redirect: readRedirect(view.redirectUrl, view.redirectLabel),
  };
  return matchesDestination(link, view.destination) ? link : 'contradiction';
}

function isReadable(payee: string | undefined, amount: string): boolean {
  return (payee === undefined || ADDRESS.test(payee)) && UNITS.test(amount);
}

/** The documented form of a payment that is hidden: none of what would be shown is there. */
function isHidden({ paymentType, payee, network, amount, paymentCurrency }: View): boolean {
  const shown = [payee, network, amount, paymentCurrency];
  return paymentType === 'single' && shown.every((text) => text === undefined);
}

/** A redirect that leads to a web page and nowhere else; anything else is left out. */
export function readRedirect(
  url: string | null | undefined,
  label: string | null | undefined,
): Redirect | undefined {
  if (url === null || url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  // Blanks alone would make a button without words.
  return { url: href, label: /\S/.test(label ?? '') ? (label ?? undefined) : undefined };
}

/** A member of the table itself: `constructor` is no network. */
function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

type View = ReturnType<typeof readView>;
type Destination = View['destination'];

function matchesDestination(link: Link, destination: Destination): boolean {
  if (destination === null || destination === undefined) return true;
  if (link.payee === undefined) return sameAddress(destination.tokenAddress, link.token.address);
  const parts = DESTINATION_ID.exec(destination.destinationId ?? '');
  return (
    parts !== null &&
    sameAddress(parts[1], link.payee) &&
    parts[2] === String(link.network.chainId) &&
    sameAddress(parts[3], link.token.address) &&
    sameAddress(destination.walletAddress, link.payee) &&
    sameAddress(destination.tokenAddress, link.token.address)
  );
}
