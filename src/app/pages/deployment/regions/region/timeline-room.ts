/** As high as the timeline of a region with few changed nodes is: kept while it is asked for. */
export const timelineRoom = 'min-h-68 max-md:min-h-96';
