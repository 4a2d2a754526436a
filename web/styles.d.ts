declare module '*.css';
declare module '*.css?inline' {
  const css: string;
  // biome-ignore lint/style/noDefaultExport: Vite hands it over so.
  export default css;
}
