import { isRecord, list, member } from '../engine/members.ts';
import { sameAddress } from '../ui/address.ts';
import { NO_FEE_ADDRESS } from '../wallet/trusted-contracts.generated.ts';
import { PERMIT_DOMAIN, PERMIT_FIELDS } from '../wallet/trusted-recurring.generated.ts';
import type { Permit, PermitMessage } from './permit.ts';
import { dueTimes, type Schedule } from './schedule.ts';

/** What of a permit differs from what the page shows. */
export type PermitProblem =
  | 'form'
  | 'domain'
  | 'chain'
  | 'contract'
  | 'payer'
  | 'token'
  | 'payee'
  | 'fee_address'
  | 'amount'
  | 'fee'
  | 'relayer_fee'
  | 'period'
  | 'first_date'
  | 'count'
  | 'deadline'
  /** More than one payment would be due at once. */
  | 'late';

/** A permit may be used so long after the last payment is due, for payments that were held up. */
const USABLE_AFTER_LAST_S = 7 * 86_400;

/** A field of so many bits holds no more than this many values. */
const NUMBER = /^(0|[1-9]\d{0,77})$/;

/**
 * Reads a permit field by field and compares each with what the page shows, the chain and the contract with the page's own
 * list. What it answers to sign is made by the page itself. `nowS` is in seconds since 1970.
 */
export function checkPermit(schedule: Schedule, nowS: number): Permit | PermitProblem {
  const { permit } = schedule;
  const values = readValues(permit);
  if (values === undefined) return 'form';
  return (
    domainProblem(schedule, member(permit, 'domain')) ??
    partyProblem(schedule, values) ??
    amountProblem(schedule, values) ??
    timeProblem(schedule, values, nowS) ?? {
      domain: {
        ...PERMIT_DOMAIN,
        chainId: schedule.network.chainId,
        verifyingContract: schedule.contract,
      },
      message: values,
    }
  );
}

/** The values, where the struct is the contract's and holds these fields alone. */
function readValues(permit: unknown): PermitMessage | undefined {
  const [types, values] = [member(permit, 'types'), member(permit, 'values')];
  if (!isRecord(types) || !isRecord(values)) return undefined;
  if (Object.keys(types).join() !== 'SchedulePermit') return undefined;
  const fields = list(types, 'SchedulePermit');
  const isStruct = PERMIT_FIELDS.every(({ name, type }, at) => {
    const field = fields[at];
    return member(field, 'name') === name && member(field, 'type') === type;
  });
  if (!isStruct || fields.length !== PERMIT_FIELDS.length) return undefined;
  if (Object.keys(values).length !== PERMIT_FIELDS.length) return undefined;
  const read: Record<string, string> = {};
  for (const { name, type } of PERMIT_FIELDS) {
    if (type === 'bool') continue;
    const text = type === 'address' ? readAddress(values[name]) : readNumber(values[name], type);
    if (text === undefined) return undefined;
    read[name] = text;
  }
  const { strictOrder } = values;
  return typeof strictOrder === 'boolean' && isComplete(read)
    ? { ...read, strictOrder }
    : undefined;
}

function isComplete(
  read: Record<string, string>,
): read is Record<string, string> & Omit<PermitMessage, 'strictOrder'> {
  return PERMIT_FIELDS.every(({ name, type }) => type === 'bool' || name in read);
}

function readAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? value : undefined;
}

/** Numbers come as decimal texts, small ones also as numbers; each fits the bits of its field. */
function readNumber(value: unknown, type: string): string | undefined {
  const isInteger = typeof value === 'number' && Number.isSafeInteger(value);
  const text = isInteger ? String(value) : value;
  if (typeof text !== 'string' || !NUMBER.test(text)) return undefined;
  const bits = BigInt(type.slice('uint'.length));
  return BigInt(text) >> bits === 0n ? text : undefined;
}

function domainProblem(schedule: Schedule, domain: unknown): PermitProblem | undefined {
  const { name, version } = PERMIT_DOMAIN;
  if (member(domain, 'name') !== name || member(domain, 'version') !== version) return 'domain';
  if (!isRecord(domain) || Object.keys(domain).length !== 4) return 'domain';
  if (domain['chainId'] !== schedule.network.chainId) return 'chain';
  return isSame(domain['verifyingContract'], schedule.contract) ? undefined : 'contract';
}

function partyProblem(schedule: Schedule, values: PermitMessage): PermitProblem | undefined {
  if (!sameAddress(values.subscriber, schedule.payer)) return 'payer';
  if (!sameAddress(values.token, schedule.token.address)) return 'token';
  if (!sameAddress(values.recipient, schedule.payee)) return 'payee';
  const feeAddress = schedule.feeUnits > 0n ? schedule.feeAddress : NO_FEE_ADDRESS;
  return sameAddress(values.feeAddress, feeAddress) ? undefined : 'fee_address';
}

function amountProblem(schedule: Schedule, values: PermitMessage): PermitProblem | undefined {
  if (BigInt(values.amount) !== schedule.amountUnits) return 'amount';
  if (BigInt(values.feeAmount) !== schedule.feeUnits) return 'fee';
  return BigInt(values.relayerFee) === schedule.relayerFeeUnits ? undefined : 'relayer_fee';
}

function timeProblem(
  schedule: Schedule,
  values: PermitMessage,
  nowS: number,
): PermitProblem | undefined {
  if (Number(values.periodSeconds) !== schedule.periodSeconds) return 'period';
  if (Number(values.firstPayment) !== schedule.firstAt) return 'first_date';
  if (Number(values.totalPayments) !== schedule.totalPayments) return 'count';
  const lastAt = BigInt(dueTimes(schedule).at(-1) ?? 0);
  const deadline = BigInt(values.deadline);
  if (deadline < lastAt || deadline > lastAt + BigInt(USABLE_AFTER_LAST_S)) return 'deadline';
  return schedule.firstAt + schedule.periodSeconds <= nowS ? 'late' : undefined;
}

function isSame(value: unknown, address: string): boolean {
  return typeof value === 'string' && sameAddress(value, address);
}
