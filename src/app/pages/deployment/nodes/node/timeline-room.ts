/** As high as the timeline of a node is, with its figures: kept while it is asked for. */
export const nodeTimelineRoom = 'min-h-124 max-md:min-h-190';
