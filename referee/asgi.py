"""What uvicorn serves: the edge, and behind it Django's pages in a pool of threads."""

import sys
from typing import cast

from a2wsgi.wsgi_typing import WSGIApp
from django.conf import settings
from django.utils.module_loading import import_string

from referee.wsgi import application as django_pages  # first of ours: it sets Django up

from referee import patience  # isort: skip
from referee.edge import Edge  # isort: skip
from referee.pages import Pages  # isort: skip
from referee.search_gate import SearchGate  # isort: skip
from referee.garbage import leave_what_is_loaded  # isort: skip

#: As many requests at a time, and thus database connections, as one process takes.
THREADS = 16

patience.limit_waiting(patience.WEB)
application = Edge(
    parts=[import_string(name)() for name in settings.EDGE_PARTS],
    pages=SearchGate(Pages(cast(WSGIApp, django_pages), workers=THREADS)),
)

leave_what_is_loaded()
# The event loop asks for the interpreter at every read; a thread at work must not keep it from
# stamping an answer for the usual 5 ms each time.
sys.setswitchinterval(0.0005)
