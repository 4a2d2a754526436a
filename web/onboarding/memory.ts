import { texts } from '../engine/members.ts';
import { openStore } from '../engine/store.ts';
import type { Linked } from './page-state.ts';

/**
 * What this tab stores of an invitation that it accepted, so that a reload of the last screen
 * shows it again: to everybody else the invitation is used. Nothing in it is a secret.
 */
export interface Memory {
  read(): Linked | undefined;
  write(linked: Linked): void;
}

const tab = openStore(() => sessionStorage);

const PREFIX = 'florin.linked.';

/** Opens the memory of one invitation. A tab that keeps nothing simply remembers nothing. */
export function openMemory(token: string): Memory {
  const key = `${PREFIX}${token}`;
  return {
    read: () => readLinked(tab.readJson(key)),
    write({ clientId, clientIdName, orchestratorName }) {
      const kept: Linked = { clientId, clientIdName, orchestratorName };
      tab.write(key, JSON.stringify(kept));
    },
  };
}

function readLinked(kept: unknown): Linked | undefined {
  const { clientId, clientIdName, orchestratorName } = texts(kept, [
    'clientId',
    'clientIdName',
    'orchestratorName',
  ]);
  if (clientId === undefined || clientIdName === undefined || orchestratorName === undefined) {
    return undefined;
  }
  return { clientId, clientIdName, orchestratorName };
}
