/** Made by the build from `scripts/gazetteer`; `createGazetteer` reads it. */
declare module 'virtual:gazetteer' {
  const text: string;
  export default text;
}
