import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Outage } from '#kit/failure.ts';

const require = createRequire(import.meta.url);

/**
 * The path of the node's binary. The platform's own package holds it; the package that package.json
 * names only wraps it, and its install script only downloads what npm already brought.
 *
 * Throws `Outage` where there is no such package, with what to do about it.
 */
export function anvilBinary(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}`;
  try {
    const wrapper = require.resolve('@foundry-rs/anvil/package.json');
    const platform = createRequire(wrapper).resolve(`${name}/package.json`);
    return join(dirname(platform), 'bin', 'anvil');
  } catch (cause) {
    const remedy = 'run npm ci with development and optional dependencies';
    throw new Outage(`the package ${name}, which holds the local node, is missing: ${remedy}`, {
      cause,
    });
  }
}
