export const nodeTimelineRoom = 'min-h-128 max-md:min-h-194';
