import type { AccountReads } from '#chains/accounts.ts';
import type {
  BridgeReads,
  Chain,
  EscrowReads,
  Schedules,
  TransactionRelay,
  TransactionSender,
} from '#chains/chain.ts';
import type { SafeService } from '#providers/safe-service.ts';
import { type Mortal, reachPort } from '../support/faulty-database.ts';

/** A chain as one process reaches it: each call of the port is a point at which it may die. */
export function faultyChain(chain: Chain, mortal: Mortal): Chain {
  return {
    ...chain,
    readPayerBalances: (wallet, queries) =>
      reachPort(mortal, 'readPayerBalances', () => chain.readPayerBalances(wallet, queries)),
    simulateTransfers: (wallet, queries) =>
      reachPort(mortal, 'simulateTransfers', () => chain.simulateTransfers(wallet, queries)),
    readRates: (queries, options) =>
      reachPort(mortal, 'readRates', () => chain.readRates(queries, options)),
    readHead: () => reachPort(mortal, 'readHead', () => chain.readHead()),
    readOutcome: (hash) => reachPort(mortal, 'readOutcome', () => chain.readOutcome(hash)),
    scan: (range) => faultyScan(chain, range, mortal),
    eachNode: () =>
      chain
        .eachNode()
        .map((node) => ({ ...node, scan: (range) => faultyScan(node, range, mortal) })),
    checkAgreement: (agreementQuery) =>
      reachPort(mortal, 'checkAgreement', () => chain.checkAgreement(agreementQuery)),
    bridge: chain.bridge && faultyBridge(chain.bridge, mortal),
    accounts: chain.accounts && faultyAccounts(chain.accounts, mortal),
    relay: chain.relay && faultyRelay(chain.relay, mortal),
    escrow: chain.escrow && faultyEscrow(chain.escrow, mortal),
    schedules: chain.schedules && faultySchedules(chain.schedules, mortal),
    sender: chain.sender && faultySender(chain.sender, mortal),
    broadcast: (signed) => reachPort(mortal, 'broadcast', () => chain.broadcast(signed)),
  };
}

function faultyBridge(bridge: BridgeReads, mortal: Mortal): BridgeReads {
  return {
    ...bridge,
    readSources: (queries) => reachPort(mortal, 'readSources', () => bridge.readSources(queries)),
    readFills: (deposits) => reachPort(mortal, 'readFills', () => bridge.readFills(deposits)),
    findDeposit: (...query) => reachPort(mortal, 'findDeposit', () => bridge.findDeposit(...query)),
    findFill: (deposit, fromBlock) =>
      reachPort(mortal, 'findFill', () => bridge.findFill(deposit, fromBlock)),
    findRefund: (...query) => reachPort(mortal, 'findRefund', () => bridge.findRefund(...query)),
  };
}

function faultyEscrow(escrow: EscrowReads, mortal: Mortal): EscrowReads {
  return {
    ...escrow,
    readSetup: () => reachPort(mortal, 'readSetup', () => escrow.readSetup()),
    readFinalNumber: () => reachPort(mortal, 'readFinalNumber', () => escrow.readFinalNumber()),
    readStates: (hashes) => reachPort(mortal, 'readStates', () => escrow.readStates(hashes)),
    readBlocks: (query) => reachPort(mortal, 'readBlocks', () => escrow.readBlocks(query)),
  };
}

function faultySender(sender: TransactionSender, mortal: Mortal): TransactionSender {
  return {
    ...sender,
    prepare: (call) => reachPort(mortal, 'prepare', () => sender.prepare(call)),
    raise: (sent) => reachPort(mortal, 'raise', () => sender.raise(sent)),
    readNonces: (...query) => reachPort(mortal, 'readNonces', () => sender.readNonces(...query)),
    readBalance: () => reachPort(mortal, 'readBalance', () => sender.readBalance()),
  };
}

function faultyAccounts(accounts: AccountReads, mortal: Mortal): AccountReads {
  return {
    ...accounts,
    readAccounts: (...query) =>
      reachPort(mortal, 'readAccounts', () => accounts.readAccounts(...query)),
    findExecution: (query) =>
      reachPort(mortal, 'findExecution', () => accounts.findExecution(query)),
  };
}

function faultyRelay(relay: TransactionRelay, mortal: Mortal): TransactionRelay {
  return {
    ...relay,
    forward: (checked) => reachPort(mortal, 'forward', () => relay.forward(checked)),
    readOutcomes: (sent) => reachPort(mortal, 'readOutcomes', () => relay.readOutcomes(sent)),
  };
}

function faultySchedules(schedules: Schedules, mortal: Mortal): Schedules {
  return {
    ...schedules,
    readProxy: () => reachPort(mortal, 'readProxy', () => schedules.readProxy()),
    readPayer: (...query) => reachPort(mortal, 'readPayer', () => schedules.readPayer(...query)),
    readState: (permits) => reachPort(mortal, 'readState', () => schedules.readState(permits)),
    verify: (...query) => reachPort(mortal, 'verify', () => schedules.verify(...query)),
    findTrigger: (...query) =>
      reachPort(mortal, 'findTrigger', () => schedules.findTrigger(...query)),
  };
}

async function* faultyScan(
  chain: Pick<Chain, 'scan'>,
  range: Parameters<Chain['scan']>[0],
  mortal: Mortal,
): ReturnType<Chain['scan']> {
  const scanning = chain.scan(range);
  while (true) {
    const part = await reachPort(mortal, 'scan', () => scanning.next());
    if (part.done === true) return;
    yield part.value;
  }
}

/** A service of Safes as one process reaches it. */
export function faultyService(service: SafeService, mortal: Mortal): SafeService {
  return {
    ...service,
    findTransaction: (query) =>
      reachPort(mortal, 'findTransaction', () => service.findTransaction(query)),
  };
}
