import { describe, expect, it } from 'vitest';
import { appOf } from '#testing/host.ts';
import type { Question } from '../history/responses/context.ts';

const markdown = { accept: 'text/markdown' };

/** Returns what a host asks its history about a request, and the response. */
async function asked(url: string, headers: Readonly<Record<string, string>>, forwarded: object = {}) {
  const questions: Question[] = [];
  const app = appOf([], '/ops', {
    history: {
      state: null,
      ask: async (question) => {
        questions.push(question);
        return { status: 200, headers: {}, body: null };
      },
      post: async () => null,
    },
  });
  await app.fetch(new Request(url, { headers }), forwarded);
  return questions[0];
}

describe('a handover', () => {
  const url = 'http://127.0.0.1:4600/ops/history/edge/handover?from=x';

  it.each([
    ['text/markdown', true],
    ['text/markdown, application/json;q=0.5', true],
    ['text/*', true],
    ['application/json', false],
    ['application/json, text/markdown;q=0.5', false],
    ['text/markdown;q=0', false],
    ['*/*', false],
    ['text/html, application/xhtml+xml, */*;q=0.8', false],
    ['', false],
  ])('for Accept: %s is Markdown: %s', async (accept, isMarkdown) => {
    expect((await asked(url, { accept }))?.markdownBase !== undefined).toBe(isMarkdown);
  });

  it.each([
    ['the request', {}, 'http://127.0.0.1:4600/ops'],
    ['the Host header', { host: 'dash.test:8080', isSecure: false, prefix: '' }, 'http://dash.test:8080/ops'],
    ['a proxy', { host: 'dash.test', isSecure: true, prefix: '/team' }, 'https://dash.test/team/ops'],
    ['nonsense of a proxy', { host: '<a b>', isSecure: true, prefix: '' }, 'http://127.0.0.1:4600/ops'],
  ])('in Markdown has links with the origin of %s', async (_, forwarded, base) => {
    expect((await asked(url, markdown, forwarded))?.markdownBase).toBe(base);
  });

  it('of all deployments may be Markdown too, but nothing else', async () => {
    const baseOf = async (path: string) =>
      (await asked(`http://127.0.0.1/ops/history${path}`, markdown))?.markdownBase;
    expect(await baseOf('/handover')).toBe('http://127.0.0.1/ops');
    expect(await baseOf('/edge/spans')).toBeUndefined();
    expect(await baseOf('/edge/handover/more')).toBeUndefined();
  });

  it('in Markdown is for no shared cache, because of the origin in its links', async () => {
    expect([(await asked(url, markdown))?.isPublic, (await asked(url, {}))?.isPublic]).toEqual([false, true]);
  });
});
