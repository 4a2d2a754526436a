import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import file from './vectors.json' with { type: 'json' };

const root = new URL('..', import.meta.url).pathname;
const page = readFileSync(join(root, 'docs/integrate/verify-webhooks.md'), 'utf8');

/** Around the lines of the page: reads `body signature secret` a line, the body in base64. */
const languages = [
  {
    name: 'Python',
    fence: 'python',
    probe: ['python3', '--version'],
    files: (code: string) => ({
      'main.py': `${code}
import base64
import sys

for line in sys.stdin:
    body, signature, secret = line.rstrip("\\n").split(" ")
    print("true" if is_genuine(base64.b64decode(body), signature, secret) else "false")
`,
    }),
    command: ['python3', 'main.py'],
  },
  {
    name: 'Go',
    fence: 'go',
    probe: ['go', 'version'],
    files: (code: string) => ({
      'genuine.go': `package main\n\n${code}`,
      'main.go': `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Split(lines.Text(), " ")
		body, _ := base64.StdEncoding.DecodeString(words[0])
		fmt.Println(isGenuine(body, words[1], words[2]))
	}
}
`,
    }),
    command: ['go', 'run', 'genuine.go', 'main.go'],
  },
  {
    name: 'PHP',
    fence: 'php',
    probe: ['php', '--version'],
    files: (code: string) => ({
      'main.php': `<?php
${code}
while (($line = fgets(STDIN)) !== false) {
    [$body, $signature, $secret] = explode(' ', rtrim($line, "\\n"));
    echo isGenuine(base64_decode($body), $signature, $secret) ? 'true' : 'false', "\\n";
}
`,
    }),
    command: ['php', 'main.php'],
  },
  {
    name: 'Ruby',
    fence: 'ruby',
    probe: ['ruby', '--version'],
    files: (code: string) => ({
      'main.rb': `${code}
STDIN.binmode
STDIN.each_line do |line|
  body, signature, secret = line.chomp.split(/ /, -1)
  puts genuine?(body.unpack1('m'), signature, secret)
end
`,
    }),
    command: ['ruby', 'main.rb'],
  },
];

/** What each verifier is asked, and what it must say. */
const questions = file.vectors.flatMap(({ body, signature }) => [
  { body, signature, secret: file.secret, genuine: true },
  { body, signature, secret: file.oldSecret, genuine: false },
  { body: `${body} `, signature, secret: file.secret, genuine: false },
  { body, signature: signature.slice(2), secret: file.secret, genuine: false },
  { body, signature: '', secret: file.secret, genuine: false },
  { body, signature: 'é', secret: file.secret, genuine: false },
]);
const input = questions.map(
  ({ body, signature, secret }) =>
    `${Buffer.from(body).toString('base64')} ${signature} ${secret}\n`,
);

const isHere = ([program = '', ...argv]: readonly string[]) =>
  spawnSync(program, argv, { stdio: 'ignore' }).status === 0;

describe('the lines for other languages', () => {
  for (const { name, fence, probe, files, command } of languages) {
    const here = isHere(probe);
    const title = here ? `${name} tells what is genuine` : `${name} is not on this machine`;
    it.skipIf(!here)(title, () => {
      const code = new RegExp(`^\`\`\`${fence}\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
      expect(code).not.toBe('');
      const folder = mkdtempSync(join(tmpdir(), 'florin-verify-'));
      try {
        for (const [path, text] of Object.entries(files(code))) {
          writeFileSync(join(folder, path), text);
        }
        const [program = '', ...argv] = command;
        const { stdout, stderr, status } = spawnSync(program, argv, {
          cwd: folder,
          input: input.join(''),
          encoding: 'utf8',
        });
        expect(stderr).toBe('');
        expect(status).toBe(0);
        expect(stdout.trim().split('\n')).toEqual(questions.map(({ genuine }) => `${genuine}`));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});

describe('the lines for the kit', () => {
  it('are those of a receiver that runs', () => {
    const receiver = readFileSync(join(root, 'sdk/examples/fastify/receiver.ts'), 'utf8');
    const quoted = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
    expect(quoted).toHaveLength(1);
    for (const code of quoted) expect(receiver).toContain(code);
  });
});

describe('the vectors', () => {
  it.skipIf(!isHere(['python3', '--version']))('are what their script prints', () => {
    const { stdout } = spawnSync('python3', [join(root, 'sdk/make-vectors.py')], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual(file);
  });
});
