import { UNLOADED } from './is-unloaded.ts';
import { UNLOADED_ID } from './unloaded-id.ts';

/**
 * Shows it where a script of the page does not load, the first one or an `import()` that nobody else answers for. It stands in the document, because it
 * has to be here where no other script is. What extensions of the browser fail to load is not the page's.
 */
export const UNLOADED_SCRIPT: string = [
  `{const show=()=>{document.getElementById("${UNLOADED_ID}").hidden=false};`,
  'addEventListener("error",({target:{localName,src}})=>{if(localName=="script"&&src.startsWith(origin))show()},true);',
  `addEventListener("unhandledrejection",({reason})=>{const said=String(reason?.message);if(${UNLOADED}.test(said)&&(said.includes(origin)||!said.includes("://")))show()})}`,
].join('');

/** The place of the notice, with the script that shows it; the policy of the document must allow that by its hash. */
export function UnloadedNotice({ text }: { readonly text: string }) {
  return (
    <>
      <p id={UNLOADED_ID} class="notice" role="alert" hidden>
        {text} <span />
      </p>
      <script dangerouslySetInnerHTML={{ __html: UNLOADED_SCRIPT }} />
    </>
  );
}
