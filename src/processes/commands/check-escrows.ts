import type { Chain } from '#chains/chain.ts';

/** What is found of the escrow of a network. */
interface EscrowFinding {
  readonly about: string;
  readonly ok: true;
  readonly warns: boolean;
  readonly text: string;
}

/** Whether the escrow of each network where something is sent is there, with collectors of its own. None of it stops a start: payments are refused there. */
export async function checkEscrows(chains: readonly Chain[]): Promise<readonly EscrowFinding[]> {
  return (await Promise.all(chains.map(checkEscrow))).flat();
}

async function checkEscrow({ network, escrow, sender }: Chain): Promise<EscrowFinding[]> {
  if (escrow === undefined || sender === undefined) return [];
  const finding = (warns: boolean, text: string): EscrowFinding[] => [
    { about: `escrow ${network.id}`, ok: true, warns, text },
  ];
  try {
    const { isDeployed, areCollectorsRight } = await escrow.readSetup();
    if (!isDeployed) return finding(true, `nothing stands at ${escrow.address}`);
    if (!areCollectorsRight) return finding(true, 'a collector is not of this escrow');
    return finding(false, `is operated by ${sender.address}, and its collectors are its own`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return finding(true, `was not read: ${reason}`);
  }
}
