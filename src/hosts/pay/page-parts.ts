import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../pages/kept-build.ts';

/** The later parts of the pay page that a first view may need; `web/pay/parts-needed.ts` says which ones a link does. */
export const PAGE_PARTS = {
  controller: ['controller'],
  more: ['more'],
  billed: ['billed'],
  tron: ['tron-network', 'find-tron-wallets'],
  testWallet: ['test-wallet'],
  wallet: ['evm'],
} as const;

/** The first script, and the parts that come as one file each; what several of them import comes with the first of these. */
const WHOLE = [
  ['main', ['web/pay/main.tsx']],
  ['controller', ['web/pay/controller.ts']],
  // The barrels of viem import all of it; this is what the page needs of it with the first calldata.
  ['billed', ['web/pay/billed.ts', 'node_modules/viem/_esm/utils/address/getAddress.js']],
  ['test-wallet', ['web/wallet/test-wallet.ts']],
] as const;

/** What the builder says of a module, as far as it is read here. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Names the file that a module belongs in; none where the builder decides. By itself it would make a file of all that two parts share, each
 * a request more, though one of them is always there before the other.
 */
export function openPartNames(): (moduleId: string, modules: Modules) => string | undefined {
  let names: ReadonlyMap<string, string> | undefined;
  return (moduleId, modules) => {
    names ??= nameModules(modules);
    const name = names.get(moduleId);
    return name === 'main' ? undefined : name;
  };
}

function nameModules(modules: Modules): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, sources] of WHOLE) {
    for (const id of sources.flatMap((source) => [...importedBy(join(ROOT, source), modules)])) {
      if (!names.has(id)) names.set(id, name);
    }
  }
  return names;
}

/** A module and all that it imports at once: of a page without packages, of a package without other packages. */
function importedBy(root: string, modules: Modules): ReadonlySet<string> {
  const isOfPackage = (id: string) => id.includes('/node_modules/');
  const found = new Set<string>();
  const waiting = [root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || isOfPackage(id) !== isOfPackage(root)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * Has each part make the object by which another one imports it itself. The builder's own function for that is one line, and a file, so a
 * request, for all parts.
 */
export const ownNamespaces: Plugin = {
  name: 'own-namespaces',
  renderChunk: (code) =>
    code.replace(
      /^import \{ \w+ as __exportAll \} from "\.\/rolldown-runtime-[^"]+";\n/,
      `const __exportAll = (getters) => {
  const namespace = {};
  for (const name in getters) Object.defineProperty(namespace, name, { get: getters[name], enumerable: true });
  return namespace;
};
`,
    ),
};
