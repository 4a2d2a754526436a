import type { AccountReads, AccountState } from '#chains/accounts.ts';

/** What a test says of accounts. */
interface SaidAccounts {
  /** What stands at an address. */
  readonly readState: (address: string) => Promise<AccountState>;
  readonly predictedSafes?: (owner: string) => readonly string[];
}

/** Account reads that answer what a test says; anything else of them fails. */
export function accountReads({ readState, predictedSafes = () => [] }: SaidAccounts): AccountReads {
  const fail = () => {
    throw new Error('the test says nothing of this');
  };
  return {
    readAccounts: (addresses) => Promise.all(addresses.map(readState)),
    predictedSafes,
    safeTransactionHash: fail,
    decodeCalls: fail,
    encodeCalls: fail,
    recoverSigner: fail,
    findExecution: fail,
  };
}
