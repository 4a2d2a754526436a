import { texts } from '../api/answer.ts';
import type { Linked } from './page-state.ts';

/**
 * What this tab remembers of an invitation that it accepted, so that a reload of the last screen
 * shows it again: to everybody else the invitation is used. Nothing in it is a secret.
 */
export interface Memory {
  read(): Linked | undefined;
  write(linked: Linked): void;
}

const PREFIX = 'florin.linked.';

/** Opens the memory of one invitation. A tab that keeps nothing simply remembers nothing. */
export function openMemory(token: string): Memory {
  const key = `${PREFIX}${token}`;
  return {
    read: () => attempt(() => readLinked(JSON.parse(sessionStorage.getItem(key) ?? 'null'))),
    write({ clientId, clientIdName, orchestratorName }) {
      const kept: Linked = { clientId, clientIdName, orchestratorName };
      attempt(() => sessionStorage.setItem(key, JSON.stringify(kept)));
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

/** Storage throws where it is full or forbidden; the page goes on without it. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
