import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signText } from '../src/kit/secret.ts';
import { manyBodies } from './many-bodies.ts';
import { type VerifyWebhookInput, verifyWebhook as verifyInNode } from './src/index.ts';
import { verifyWebhook as verifyOnTheWeb } from './src/web.ts';
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

interface Question {
  readonly body: string;
  readonly signature: string;
  readonly secret: string;
  readonly genuine: boolean;
}

/** The vectors, and what is wrong in one way. */
const chosen: readonly Question[] = file.vectors.flatMap(({ body, signature }) => [
  { body, signature, secret: file.secret, genuine: true },
  { body, signature, secret: file.oldSecret, genuine: false },
  { body: `${body} `, signature, secret: file.secret, genuine: false },
  { body, signature: signature.slice(2), secret: file.secret, genuine: false },
  { body, signature: '', secret: file.secret, genuine: false },
  { body, signature: 'é', secret: file.secret, genuine: false },
]);

/** Many bodies as the sender signs them, each tenth changed afterwards. */
const sent: readonly Question[] = manyBodies().map((body, index) => {
  const signature = signText(file.secret, body);
  const genuine = index % 10 !== 0;
  return { body: genuine ? body : `${body}\n`, signature, secret: file.secret, genuine };
});

const questions = [...chosen, ...sent];
const answers = questions.map(({ genuine }) => `${genuine}`);
const input = questions
  .map((each) => [Buffer.from(each.body).toString('base64'), each.signature, each.secret])
  .map((message) => `${message.join(' ')}\n`)
  .join('');

const deliveryOf = ({ body, signature, secret }: Question): VerifyWebhookInput => ({
  rawBody: body,
  headers: { 'x-service-signature': signature, 'x-service-delivery': file.deliveryId },
  secret,
});

const isHere = ([program = '', ...argv]: readonly string[]) =>
  spawnSync(program, argv, { stdio: 'ignore' }).status === 0;

/** The questions that were answered wrongly; a list of all would be unreadable. */
function wrong(given: readonly string[]): readonly Question[] {
  expect(given).toHaveLength(answers.length);
  return questions.filter((_, index) => given[index] !== answers[index]).slice(0, 3);
}

describe('the kit', () => {
  it('for Node recognises what is genuine', () => {
    const read = (question: Question) => {
      try {
        verifyInNode(deliveryOf(question));
        return 'true';
      } catch {
        return 'false';
      }
    };
    expect(wrong(questions.map(read))).toEqual([]);
  });

  it('for WebCrypto recognises the same', async () => {
    const read = (question: Question) =>
      verifyOnTheWeb(deliveryOf(question)).then(
        () => 'true',
        () => 'false',
      );
    expect(wrong(await Promise.all(questions.map(read)))).toEqual([]);
  });
});

describe('the lines for other languages', () => {
  for (const { name, fence, probe, files, command } of languages) {
    const here = isHere(probe);
    const title = here ? `${name} recognises what is genuine` : `${name} is not on this machine`;
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
          input,
          encoding: 'utf8',
        });
        expect(stderr).toBe('');
        expect(status).toBe(0);
        expect(wrong(stdout.trim().split('\n'))).toEqual([]);
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
