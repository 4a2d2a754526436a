import { getAddress } from 'viem';
import type { CheckedPlan } from './check-plan.ts';
import type { Link } from './link.ts';
import { type Known, type LookAlike, lookAlikes } from './look-alikes.ts';
import type { Plan, PlannedFee, Step } from './plan.ts';

/** What was checked as it is shown: addresses in one form, and payees that look like others. */
export function compareByEye(link: Link, checked: CheckedPlan, known: Known): Plan {
  return {
    ...checked,
    fees: checked.fees.map(feeInEip55),
    steps: checked.steps.map(stepInEip55),
    lookAlikes: lookAlikes(payeesOf(link), known).map(inEip55),
  };
}

function feeInEip55(fee: PlannedFee): PlannedFee {
  return { ...fee, address: getAddress(fee.address) };
}

function stepInEip55(step: Step): Step {
  if (step.kind === 'fee') return { ...step, fee: feeInEip55(step.fee) };
  return step.kind === 'pay' ? { ...step, fees: step.fees.map(feeInEip55) } : step;
}

/** Addresses that are compared by eye are written in one way. */
function inEip55({ address, other, kind }: LookAlike): LookAlike {
  return { address: getAddress(address), other: getAddress(other), kind };
}

/** All payees of the link, also those paid already. */
function payeesOf({ payments }: Link): readonly string[] {
  return payments.flatMap(({ payee }) => (payee === undefined ? [] : [payee]));
}
