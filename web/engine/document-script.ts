import { UNLOADED } from './is-unloaded.ts';
import { UNLOADED_ID } from './unloaded-id.ts';

/**
 * The script that every document begins with. It says when the page was painted first (`data-painted` of the root), for what is to come after it. And it shows
 * that a script of the page does not load, the first one or an `import()` that nobody else answers for, because it has to be here where no other
 * script is; what extensions of the browser fail to load is not the page's.
 */
export const DOCUMENT_SCRIPT: string = [
  '{requestAnimationFrame(()=>setTimeout(()=>{document.documentElement.dataset.painted=""}));',
  `const show=()=>{document.getElementById("${UNLOADED_ID}").hidden=false};`,
  'addEventListener("error",({target:{localName,src}})=>{if(localName=="script"&&src.startsWith(origin))show()},true);',
  `addEventListener("unhandledrejection",({reason})=>{const said=String(reason?.message);if(${UNLOADED}.test(said)&&(said.includes(origin)||!said.includes("://")))show()})}`,
].join('');
