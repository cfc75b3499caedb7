/** What `edgewatch --help` prints. */

export const helpText = `Usage: edgewatch [serve] [options]
       edgewatch check BASE_URL [options]
       edgewatch config check [FILE]
       edgewatch status [URL] [--json]
       edgewatch password
       edgewatch wall-links [add NAME | list | revoke NAME] [options]
       edgewatch history backup FILE | export [FILE] | verify | rename OLD NEW [options]

serve   Show deployments in the browser. Without --base-url or --config: a demo fleet.
  --port N            Port to listen on, 0 for any free one (4600)
  --host ADDRESS      Address to listen on (127.0.0.1); any other than loopback needs access or --open
  --open              Let everyone who reaches the address see everything
  --base-url URL      A deployment to show, repeatable; slug=URL names it. Turns the demo off
  --config FILE       Settings from a file: JSON with comments, see docs/operate/configuration.md
  --base-path /PATH   Serve everything below this path
  --data DIR          Keep what the host holds in a folder (./edgewatch-data)
  --observe WHAT      What to read while nobody looks: all, status or off (all)
  --tls-cert FILE     Speak https: the certificate with those behind it (PEM) …
  --tls-key FILE      … and its key
  --demo              Show the demo fleet, also beside other deployments
  --demo-seed N       Another demo fleet
  --demo-scale N      A larger one: N times the buckets, assets, applications and event types

        Each option may stand in a variable: EDGEWATCH_PORT, EDGEWATCH_BASE_URL. A flag wins over it, it over the file

check   Compare a deployment with the API document. Ends with 0, or with 1 where it departs.
  --json              Print the result as JSON
  --header NAME=VALUE Send a header with every question, repeatable; NAME=@FILE reads its value
  --ca FILE           Trust the certificates in FILE (PEM), too
  --timeout SECONDS   For one answer (10)

config check   Name every mistake of a configuration (EDGEWATCH_CONFIG). Ends with 0, or with 1 where there is one.

status  What the host at URL (http://127.0.0.1:4600) says of its deployments, from /metrics; EDGEWATCH_TOKEN where that
        wants one. Ends with 0 where all is good, 1 where something is not, 2 where that is not known.

password    Read a password, one line, and print what the configuration has of it (access.password).

wall-links  Links for screens on walls, which show what everybody with access may see and need no password
  --data DIR          The folder of the host (EDGEWATCH_DATA; ./edgewatch-data)
  --group NAME        With add, repeatable: let it see what this group may see, too (deployments[].visibleTo)

history     The record in the folder of a host, also while that runs: copy it into FILE; write all of it as lines of JSON;
            look whether it is what was written. That ends with 0, with 1 where it is not, with 2 where nobody can say.
            rename: give the history of the slug OLD to NEW, while no host records and NEW has none.
  --data DIR          The folder of the host (EDGEWATCH_DATA; ./edgewatch-data)
  --json              With verify: print the result as JSON

  --help, --version
`;
