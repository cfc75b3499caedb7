/** Set by the build: a hash of all sources, the same in app and host. */
declare const edgewatchBuild: string | undefined;

/** Which build this is. What app and host say to each other beyond the API is understood within one build only. */
export const build: string = typeof edgewatchBuild === 'undefined' ? 'unbuilt' : edgewatchBuild;
