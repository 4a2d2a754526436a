import { Bug } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import { TEST_ACCOUNTS } from '../test-accounts.ts';
import { fromEvmAddress, type TronHex, toEvmAddress, withPrefix } from './address.ts';
import { type BlockContents, genesisBlock, type TronBlock } from './block.ts';
import type { BlockEntry } from './block-entry.ts';
import { BlockList, newBlockList } from './block-list.ts';
import type { ChainFiles, RestoredChain } from './chain-files.ts';
import type { Evm, EvmCall } from './evm.ts';
import { type AccountState, type Accounts, newAccount, PARAMETERS } from './resources.ts';
import type { IncludedTransaction } from './transaction-result.ts';

/** A chain at the moment from which it goes on. */
export interface ChainBeginning {
  readonly blocks: BlockList;
  /** Where each transaction is, by its id. */
  readonly transactions: ReadonlyMap<string, FoundTransaction>;
  /** Ids that were broadcast, with the time until which they can be. */
  readonly seen: ReadonlyMap<string, number>;
}

/** A transaction and the height of its block. */
export interface FoundTransaction {
  readonly included: IncludedTransaction;
  readonly block: number;
}

interface BeginParts {
  readonly nowMs: number;
  readonly files: ChainFiles | undefined;
  readonly log: Log | undefined;
}

/** What the test accounts start with: enough for thousands of payments. */
const START_BALANCE_SUN = 1_000_000_000_000n;

/** Begins with the files of an earlier run, or else with a block of height 0 and the test accounts. */
export async function beginChain(evm: Evm, parts: BeginParts): Promise<ChainBeginning> {
  const { files, nowMs, log } = parts;
  if (files?.restored !== undefined) return restore(evm, files.restored, log);
  const rows = Object.values(TEST_ACCOUNTS).map(({ address }) => fromEvmAddress(address));
  const accounts = rows.map((address) => [address, newAccount(nowMs)] as const);
  const balances = rows.map((address) => [address, START_BALANCE_SUN] as const);
  await setBalances(evm, balances);
  const genesis = genesisBlock({ evmBlock: await evm.height(), accounts: new Map(accounts) });
  await files?.append(genesis, { ...contentsOf(genesis), accounts, balances, calls: [] });
  return { blocks: newBlockList(genesis), transactions: new Map(), seen: new Map() };
}

/** A block without the state after it. */
export function contentsOf(block: TronBlock): BlockContents {
  const { evmBlock: _evmBlock, accounts: _accounts, ...contents } = block;
  return contents;
}

async function restore(
  evm: Evm,
  { records, entries, seen, evmAt = -1 }: RestoredChain,
  log: Log | undefined,
): Promise<ChainBeginning> {
  await runAgain(
    evm,
    entries.filter(({ number }) => number > evmAt),
    log,
  );
  const older = new Map(
    entries.flatMap(({ accounts: _accounts, balances: _balances, calls: _calls, ...contents }) =>
      contents.transactions.length === 0 ? [] : [[contents.number, contents] as const],
    ),
  );
  const head = older.get(records.length - 1) ?? records.at(records.length - 1);
  if (head === undefined) throw new Bug('a chain that is kept has a block');
  older.delete(head.number);
  const state = { evmBlock: await evm.height(), accounts: accountsAfter(entries) };
  const transactions = [...older.values(), head].flatMap((block) =>
    block.transactions.map(
      (included) => [included.transaction.txId, { included, block: block.number }] as const,
    ),
  );
  return {
    blocks: new BlockList({ records, older, recent: [{ ...head, ...state }] }),
    transactions: new Map(transactions),
    seen: new Map(seen.map(({ seen: txId, untilMs }) => [txId, untilMs])),
  };
}

function accountsAfter(entries: readonly BlockEntry[]): Accounts {
  const accounts = new Map<TronHex, AccountState>();
  for (const [address, account] of entries.flatMap((entry) => entry.accounts)) {
    accounts.set(address, account);
  }
  return accounts;
}

/** Gives the EVM what its state lacks: the calls of these blocks, and the balances after them. */
async function runAgain(
  evm: Evm,
  entries: readonly BlockEntry[],
  log: Log | undefined,
): Promise<void> {
  for (const entry of entries) {
    for (const call of callsOf(entry)) {
      if (call.value > 0n) await evm.setBalance(call.from, call.value);
      const { failure } = await evm.execute(call);
      if (failure === undefined) continue;
      const about = { block: entry.number, to: call.to, failure };
      log?.error(about, 'a call that succeeded fails when it is run again after a restart');
    }
  }
  await setBalances(evm, new Map(entries.flatMap((entry) => entry.balances)));
}

/** Calls that changed the EVM; what failed changed nothing but balances. */
function callsOf({ transactions, calls }: BlockEntry): readonly EvmCall[] {
  const ran = transactions.flatMap(({ transaction, result }) => {
    const action = transaction.raw.contracts[0]?.action;
    if (result !== 'SUCCESS' || action?.type !== 'TriggerSmartContract') return [];
    const { ownerAddress, contractAddress, data, callValue } = action;
    const [from, to] = [toEvmAddress(ownerAddress), toEvmAddress(contractAddress)];
    return [{ from, to, data: withPrefix(data), value: callValue, energyLimit: ENERGY_MAX }];
  });
  return [...ran, ...calls];
}

/** What the highest fee limit buys. */
const ENERGY_MAX = PARAMETERS.getMaxFeeLimit / PARAMETERS.getEnergyFee;

async function setBalances(
  evm: Evm,
  balances: Iterable<readonly [TronHex, bigint]>,
): Promise<void> {
  for (const [address, units] of balances) await evm.setBalance(toEvmAddress(address), units);
}
