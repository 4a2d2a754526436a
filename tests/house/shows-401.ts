/** What of a test file shows that an endpoint answers 401. */
interface TestTexts {
  /** The test file. */
  readonly test: string;
  /** The files of shared describes, by the name of the function that describes. */
  readonly shared: ReadonlyMap<string, string>;
  /** Whether anybody may call the endpoint: the test then shows that bad credentials do not hinder. */
  readonly isPublic: boolean;
}

/**
 * Whether a `describe` that names 401 makes a call and expects that status of it. Titles and comments
 * are not counted: they say what a test is about, and not that it is tested.
 */
export function shows401({ test, shared, isPublic }: TestTexts): boolean {
  const parts = test.split(/^(?=describe[.(])/m);
  const [helpers = ''] = parts;
  return parts
    .filter((section) => /^describe[^'"`]*['"`][^'"`]*\b401\b/.test(section))
    .some((section) => {
      const named = [...section.matchAll(/\bdescribe[A-Z]\w*/g)].map(([name]) => shared.get(name));
      const code = codeOf([section, ...named].join('\n'));
      if (!/\bawait\b/.test(code) || !/\bexpect\w*\(/.test(code)) return false;
      return isPublic || /\b401\b/.test(code) || namesRefusal(code, codeOf(helpers));
    });
}

/** Whether a section expects a refusal that is written down as 401 above it. */
function namesRefusal(code: string, helpers: string): boolean {
  const declared = [...helpers.matchAll(/\bconst (\w+)[^;]*\b401\b[^;]*;/g)];
  return declared.some(([, name]) => new RegExp(`\\b${name}\\b`).test(code));
}

function codeOf(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(
      /\b(describe|it)((?:\.each)?\([\s\S]*?)?\(?(['"`])[^'"`\n]*\3(?=,\s*(?:async )?[({])/g,
      '$1$2',
    );
}
