import type { BridgeContracts } from '#catalog/bridge.ts';
import type { BridgeDeposit, DecodedRoute } from '#chains/chain.ts';
import type { Clock } from '#kit/clock.ts';
import { type FakeCalls, nameOf } from './calls.ts';
import { type FakeBalances, type FakeLog, Reverted } from './ledger.ts';

/** What the contracts of a fake bridge work with. */
interface BridgeParts {
  readonly now: Clock;
  readonly calls: FakeCalls;
  readonly contracts: BridgeContracts;
}

/** Who calls, and the amounts that the call changes. */
interface Caller {
  readonly balances: FakeBalances;
  readonly from: string;
}

/** The tokens of a route go to the spoke pool. */
export function runDeposit(
  { contracts }: BridgeParts,
  { sourceToken, sourceUnits: units }: DecodedRoute,
  { balances, from }: Caller,
): readonly FakeLog[] {
  move(balances, sourceToken, { from, to: contracts.spokePool, units });
  return [];
}

/** The depositor gets the deposit back: once, after the deadline. */
export function runRefund(
  { now, contracts }: BridgeParts,
  deposit: BridgeDeposit,
  balances: FakeBalances,
): readonly FakeLog[] {
  if (now() <= deposit.fillDeadline) throw new Reverted();
  once(balances, `refunded ${deposit.relayHash}`);
  const { inputToken, inputUnits: units, depositor: to } = deposit;
  move(balances, inputToken, { from: contracts.spokePool, to, units });
  return [];
}

/** A relayer pays the output: once, before the deadline. What the embedded call leaves goes to the fallback. */
export function runFill(
  { now, calls, contracts }: BridgeParts,
  deposit: BridgeDeposit,
  { balances, from }: Caller,
): readonly FakeLog[] {
  const { outputToken, outputUnits, call, fallbackAddress: to = deposit.recipient } = deposit;
  const { executor } = contracts;
  if (now() > deposit.fillDeadline) throw new Reverted();
  once(balances, `filled ${deposit.relayHash}`);
  move(balances, outputToken, { from, to: executor, units: outputUnits });
  const tried = overlay(balances);
  const logs = call === undefined ? [] : ranCall(calls, tried, { call, deposit, executor });
  if (logs.length > 0) tried.commit();
  const left = balances.read(nameOf.balance(outputToken, executor));
  move(balances, outputToken, { from: executor, to, units: left });
  return logs;
}

/** Makes the embedded call as the executor; no logs where it does not run. */
function ranCall(
  calls: FakeCalls,
  balances: FakeBalances,
  {
    call,
    deposit,
    executor,
  }: {
    readonly call: NonNullable<BridgeDeposit['call']>;
    readonly deposit: BridgeDeposit;
    readonly executor: string;
  },
): readonly FakeLog[] {
  const { originChainId, depositId, depositor, relayHash: termsHash } = deposit;
  if (call.units > deposit.outputUnits) return [];
  const allowance = nameOf.allowance(deposit.outputToken, executor, 'fee_proxy');
  balances.write(allowance, call.units);
  try {
    const logs = calls.deedOf(call)?.(balances, executor) ?? [];
    const bridge = { originChainId, depositId, depositor, termsHash };
    return logs.map((log) => ({ ...log, payerAddress: depositor, bridge }));
  } catch (error) {
    if (error instanceof Reverted) return [];
    throw error;
  }
}

/** Amounts that change only when they are committed. */
function overlay(balances: FakeBalances): FakeBalances & { commit(): void } {
  const written = new Map<string, bigint>();
  return {
    read: (name) => written.get(name) ?? balances.read(name),
    write: (name, units) => void written.set(name, units),
    commit: () => {
      for (const [name, units] of written) balances.write(name, units);
    },
  };
}

function once(balances: FakeBalances, name: string): void {
  if (balances.read(name) > 0n) throw new Reverted();
  balances.write(name, 1n);
}

interface Movement {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

function move(balances: FakeBalances, token: string, { from, to, units }: Movement): void {
  const left = balances.read(nameOf.balance(token, from)) - units;
  if (left < 0n) throw new Reverted();
  balances.write(nameOf.balance(token, from), left);
  const target = nameOf.balance(token, to);
  balances.write(target, balances.read(target) + units);
}
