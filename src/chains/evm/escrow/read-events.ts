import { decodeEventLog, numberToHex, toEventSelector } from 'viem';
import { escrowAbi, escrowWrapperAbi } from '#catalog/abis/escrow.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { EscrowEventType, EscrowTerms, ForeignAuthorization } from '../../escrow.ts';
import { type EventLog, lowerCase } from '../../events/event-log.ts';
import { readTokenMovement } from '../../events/movements.ts';
import { readEvent } from '../bridge/deposits.ts';
import { addressArgument } from '../encode.ts';
import { saltOf } from './payment-info.ts';

const TYPES: Readonly<Record<string, EscrowEventType>> = {
  PaymentAuthorized: 'authorized',
  PaymentCharged: 'charged',
  PaymentCaptured: 'captured',
  PaymentVoided: 'voided',
  PaymentReclaimed: 'reclaimed',
  PaymentRefunded: 'refunded',
};
const BPS_MAX = 10_000n;

/** The first topics of the events of the escrow and of the wrapper, which name the same things otherwise. */
const ESCROW_TYPES = typesIn(escrowAbi);
const WRAPPER_TYPES = typesIn(escrowWrapperAbi);
/** What is read of blocks. */
export const ESCROW_TOPICS: readonly Hex[] = [...ESCROW_TYPES.keys(), ...WRAPPER_TYPES.keys()];

function typesIn(abi: typeof escrowAbi | typeof escrowWrapperAbi): Map<Hex, EscrowEventType> {
  const found = new Map<Hex, EscrowEventType>();
  for (const item of abi) {
    const type = item.type === 'event' ? TYPES[item.name] : undefined;
    if (item.type === 'event' && type !== undefined) found.set(toEventSelector(item), type);
  }
  return found;
}

/** An event of the escrow or the wrapper, before it is known whose it is. */
export interface NamedEvent {
  readonly by: ForeignAuthorization['by'];
  readonly type: EscrowEventType;
  readonly paymentHash: Hex;
  /** Only of authorisations. */
  readonly referenceKey: Hex | undefined;
  readonly units: bigint;
}

/** What an event names; throws `Outage` for one that no such contract has emitted. */
export function readNamed(log: EventLog, escrow: Hex): NamedEvent {
  return log.address === lowerCase(escrow) ? readOfEscrow(log) : readOfWrapper(log);
}

function readOfEscrow({ topics, data }: EventLog): NamedEvent {
  const [first, ...others] = topics;
  const type = first && ESCROW_TYPES.get(first);
  if (first === undefined || type === undefined) throw notTheirs();
  const { args } = readEvent(() =>
    decodeEventLog({ abi: escrowAbi, data, topics: [first, ...others] }),
  );
  if (!('paymentInfoHash' in args)) throw notTheirs();
  return {
    by: 'escrow',
    type,
    paymentHash: lowerCase(args.paymentInfoHash),
    referenceKey:
      'paymentInfo' in args ? numberToHex(args.paymentInfo.salt, { size: 32 }) : undefined,
    units: args.amount,
  };
}

function readOfWrapper({ topics, data }: EventLog): NamedEvent {
  const [first, reference, ...others] = topics;
  const type = first && WRAPPER_TYPES.get(first);
  if (first === undefined || reference === undefined || type === undefined) throw notTheirs();
  const all: [Hex, ...Hex[]] = [first, reference, ...others];
  const { args } = readEvent(() => decodeEventLog({ abi: escrowWrapperAbi, data, topics: all }));
  return {
    by: 'wrapper',
    type,
    paymentHash: lowerCase(args.commercePaymentHash),
    referenceKey: saltOf(args.paymentReference),
    units: 0n,
  };
}

function notTheirs(): Outage {
  return new Outage('a node returned another event than those requested');
}

/** A movement of tokens that an event must come with; `from` or `to` undefined is anybody. */
interface Needed {
  readonly from?: Hex | undefined;
  readonly to: Hex;
  readonly units: bigint;
}

/** A transaction's movements of tokens, of which each shows one thing only. */
export interface Movements {
  /** Whether what an event reports has moved; what it took is gone for the next one. */
  take(terms: EscrowTerms, store: Hex, event: NamedEvent): boolean;
}

/** The movements in the logs of a transaction. */
export function movementsIn(logs: readonly EventLog[]): Movements {
  const left = logs.flatMap((log) => {
    const movement = readTokenMovement(log);
    return movement === undefined ? [] : [{ token: log.address, ...movement }];
  });
  return {
    take: (terms, store, event) => {
      const token = addressArgument(terms.currency.address);
      return neededBy(terms, lowerCase(store), event).every(({ from, to, units }) => {
        const at = left.findIndex(
          (one) =>
            one.token === token &&
            one.to === to &&
            one.units === units &&
            (from === undefined || one.from === from),
        );
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      });
    },
  };
}

function neededBy(terms: EscrowTerms, store: Hex, { type, units }: NamedEvent): Needed[] {
  const payer = addressArgument(terms.payerAddress);
  switch (type) {
    case 'authorized':
      return [{ to: store, units }];
    case 'charged':
      return [{ to: store, units }, ...paidOut(terms, store, units)];
    case 'captured':
      return paidOut(terms, store, units);
    case 'voided':
    case 'reclaimed':
      return [{ from: store, to: payer, units }];
    case 'refunded':
      return [
        { to: store, units },
        { from: store, to: payer, units },
      ];
  }
}

/** As the escrow divides: the fee rounded down, and nothing sent of nothing. */
function paidOut(terms: EscrowTerms, store: Hex, units: bigint): Needed[] {
  const fee = (units * BigInt(terms.feeBps)) / BPS_MAX;
  const shares = [
    { to: terms.feeAddress, units: fee },
    { to: terms.receiverAddress, units: units - fee },
  ];
  return shares.flatMap((share) =>
    share.units === 0n || share.to === undefined
      ? []
      : [{ from: store, to: addressArgument(share.to), units: share.units }],
  );
}
