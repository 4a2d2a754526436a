import { member } from '../engine/members.ts';
import { sameAddress } from '../ui/address.ts';
import type { Link } from './link.ts';

/**
 * Why a payment cannot be made: the token refuses the wallet (`payer`), the wallet is the payee itself (`own`), or
 * the network refuses who would be paid.
 */
export type Obstacle = 'payer' | 'own' | readonly Refused[];

/** A payee that the network would refuse to pay. */
interface Refused {
  readonly address: string;
  /** Whether it receives a fee and nothing else. */
  readonly isFee: boolean;
}

/** Where the API places a payee: alone, or among the requests of a batch or the children of a bundle. */
const PAYEE_FIELD = /^(?:payee|(?:requests|children)\[(\d{1,4})\])$/;
/** Where it places who receives a fee. */
const FEE_FIELD = /^(?:(?:requests|children)\[\d{1,4}\]\.)?feeReceiver$/;
const ADDRESS = /\b0x[0-9a-f]{40}\b/i;

/**
 * The reason of a refusal (409) to pay a link, which does not end the link. Only payees that the page shows
 * are named as such; a receiver of a fee is named as that, as in the API.
 */
export function readObstacle(link: Link, body: unknown): Obstacle | undefined {
  const code = member(body, 'code');
  if (code === 'payer_cannot_pay') return 'payer';
  if (code === 'payer_is_payee') return 'own';
  if (code !== 'payee_cannot_be_paid') return undefined;
  const errors = member(body, 'errors');
  const refused = (Array.isArray(errors) ? errors : []).flatMap((error: unknown): Refused[] => {
    const field = String(member(error, 'field'));
    const said = String(member(error, 'message'));
    const receiver = FEE_FIELD.test(field) ? ADDRESS.exec(said)?.[0] : undefined;
    if (receiver !== undefined) return [{ address: receiver, isFee: true }];
    const matched = PAYEE_FIELD.exec(field);
    const payee = matched === null ? undefined : link.payments[Number(matched[1] ?? 0)]?.payee;
    const isNamed = payee !== undefined && said.toLowerCase().includes(payee.toLowerCase());
    return isNamed ? [{ address: payee, isFee: false }] : [];
  });
  return refused.filter(
    (one, at) => refused.findIndex((other) => sameAddress(one.address, other.address)) === at,
  );
}
