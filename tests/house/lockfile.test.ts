import { describe, expect, it } from 'vitest';
import { entryOf, findGaps, findNamedHosts, readLockfile } from '../../scripts/lock.ts';

describe('the lockfile', () => {
  // Where one is missing, `npm ci` refuses the lockfile on every machine.
  it('has an entry for every optional package that it names; `npm run lock` adds them', () => {
    expect(findGaps(readLockfile()).map(({ name }) => name)).toEqual([]);
  });

  it('does not say which registry its packages came from', () => {
    expect(findNamedHosts(readLockfile())).toEqual([]);
  });

  it('is read as Node looks for packages', () => {
    const optional = (name: string) => ({ optionalDependencies: { [name]: '1.0.0' } });
    const gaps = findGaps({
      packages: {
        '': optional('beside-linux-x64'),
        'node_modules/beside-linux-x64': {},
        'node_modules/a': optional('inside-linux-x64'),
        'node_modules/a/node_modules/inside-linux-x64': {},
        'node_modules/@b/c/node_modules/d': optional('beside-linux-x64'),
        'node_modules/e': optional('inside-linux-x64'),
        'node_modules/f': optional('missing-linux-x64'),
      },
    });
    expect(gaps.map(({ name }) => name)).toEqual(['inside-linux-x64', 'missing-linux-x64']);
  });

  it.each([
    ['@a/cli-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@a/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['@a/anvil-darwin-amd64', { os: ['darwin'], cpu: ['x64'] }],
    ['@a/binding-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
    ['@a/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
    ['@a/compiler-openbsd-x64', { os: ['openbsd'], cpu: ['x64'] }],
    ['@a/compiler-linux-mips64el', { os: ['linux'], cpu: ['mips64el'] }],
  ])('takes the platform of %s from its name', (name, platform) => {
    const entry = entryOf({ name, version: '1.2.3', wantedBy: { dev: true } });
    expect(entry).toEqual({ version: '1.2.3', optional: true, dev: true, ...platform });
  });

  it('does not guess a platform that a name does not tell', () => {
    expect(() => entryOf({ name: '@a/wasm', version: '1.2.3', wantedBy: {} })).toThrow('platform');
  });
});
