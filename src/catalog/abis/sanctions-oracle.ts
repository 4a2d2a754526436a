import { parseAbi } from 'viem';

// Written by hand from the published interface of the oracle: names and types only.

/** The function that is read, and those by which its owner changes the list. */
export const sanctionsOracleAbi = parseAbi([
  'function isSanctioned(address addr) view returns (bool)',
  'function addToSanctionsList(address[] newSanctions)',
  'function removeFromSanctionsList(address[] removeSanctions)',
]);
